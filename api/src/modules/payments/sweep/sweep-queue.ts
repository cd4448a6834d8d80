import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { PaymentSweep } from './payment-sweep.ts';
import { QUEUE_SCHEMA, SWEEP_QUEUE } from './sweep-queue.definition.ts';

/** Of its own, so that no request waits for a sweep's connection. */
const CONNECTIONS = 2;
const STOP_WITHIN_MS = 2_000;

/**
 * Lets one replica at a time sweep. Every replica asks for a sweep at each interval; the queue takes one of them for each
 * interval, and one replica takes that from the queue. A replica that is killed in the middle holds nobody up.
 */
@Injectable()
export class SweepQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(SweepQueue.name);
  private readonly boss: PgBoss;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<void> | null = null;
  private worker: string | null = null;

  constructor(
    private readonly sweep: PaymentSweep,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.boss = new PgBoss({
      connectionString: config.databaseUrl,
      application_name: 'payment-sweep',
      schema: QUEUE_SCHEMA,
      max: CONNECTIONS,
      migrate: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
    });
    this.boss.on('error', (error) => this.complain(error));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.asking ??= this.ask().then(
        () => this.finish(),
        (error: unknown) => this.finish(error),
      );
    }, this.config.paymentSweep.everySeconds * 1000);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.asking;
    await this.boss.stop({ timeout: STOP_WITHIN_MS });
  }

  private async ask(): Promise<void> {
    this.worker ??= await this.open();
    const { everySeconds } = this.config.paymentSweep;
    const id = await this.boss.send(SWEEP_QUEUE.name, null, { singletonSeconds: everySeconds });
    if (id !== null) this.boss.notifyWorker(this.worker);
  }

  /** A database that is not there yet, or not migrated yet, is tried again at the next interval. */
  private async open(): Promise<string> {
    await this.boss.start();
    const pollingIntervalSeconds = Math.max(0.5, this.config.paymentSweep.everySeconds / 2);
    return this.boss.work(SWEEP_QUEUE.name, { pollingIntervalSeconds }, () =>
      this.sweep.run(this.stopping.signal),
    );
  }

  private finish(error?: unknown): void {
    this.asking = null;
    if (error !== undefined) this.complain(error);
  }

  private complain(error: unknown): void {
    if (!this.stopping.signal.aborted) this.log.warn(`Payments could not be swept: ${String(error)}`);
  }
}
