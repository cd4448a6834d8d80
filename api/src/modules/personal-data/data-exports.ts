import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import {
  completeExport,
  failExport,
  isExhausted,
  LeaseLost,
  releaseExport,
  takeLease,
  type LeasedExport,
} from './data-export.lease.ts';
import { DataExportParts } from './data-export.parts.ts';
import { OwnData, type ExportedFile } from './own-data.ts';
import { zipArchive } from './zip-archive.ts';

const STOP_WITHIN_MS = 3_000;

/** The process ends: another one makes the export. */
class Stopping extends Error {}

/**
 * Makes the exports that users have requested, one at a time in each process. An export is leased, so no two processes make
 * it, and after the end of a process another one starts it again.
 */
@Injectable()
export class DataExports implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DataExports.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: DataSource,
    private readonly data: OwnData,
    private readonly parts: DataExportParts,
    @Inject(CONFIG) private readonly config: Pick<Config, 'exportEverySeconds'>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), this.config.exportEverySeconds * 1000);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await Promise.race([this.underWay, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Makes what is due. A call during another one waits for it. Errors are logged: the next run repeats the work. */
  run(): Promise<void> {
    this.underWay ??= this.makeDue()
      .catch((error: unknown) => this.log.warn(`The exports could not be read: ${String(error)}`))
      .finally(() => {
        this.underWay = null;
      });
    return this.underWay;
  }

  private async makeDue(): Promise<void> {
    while (!this.stopping) {
      const leased = await takeLease(this.database);
      if (!leased) return;
      await this.make(leased).catch((error: unknown) => this.end(leased, error));
    }
  }

  private async make(leased: LeasedExport): Promise<void> {
    if (isExhausted(leased)) throw new Error('the process has ended during all attempts');
    await this.parts.store(leased, zipArchive(this.unlessStopped(this.data.filesOf(leased.userId))));
    await completeExport(this.database, leased);
  }

  private async *unlessStopped(files: AsyncIterable<ExportedFile>): AsyncGenerator<ExportedFile, void> {
    for await (const file of files) {
      if (this.stopping) throw new Stopping();
      yield file;
    }
  }

  private async end(leased: LeasedExport, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    if (error instanceof Stopping) return releaseExport(this.database, leased);
    const isFinal = await failExport(this.database, leased);
    const line = `Export ${leased.id} could not be made: ${String(error)}`;
    if (isFinal) this.log.error(`${line}; its user has to request it again`);
    else this.log.warn(line);
  }
}
