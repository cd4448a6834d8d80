import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AttachmentContents } from './attachment-contents.ts';
import { UnclaimedContents } from './unclaimed-contents.ts';

const EVERY_MS = 60_000;
const AT_A_TIME = 20;

/**
 * Removes contents without an attachment: those of deleted jobs and interrupted uploads. Every replica runs it at the start
 * and every minute, and leases different contents.
 */
@Injectable()
export class ContentSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(ContentSweep.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly contents: AttachmentContents,
    private readonly unclaimed: UnclaimedContents,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.underWay;
  }

  /** Removes the due contents and returns their number. If a store fails, its contents are left for the next sweep. */
  async sweep(): Promise<number> {
    let removed = 0;
    while (!this.stopping) {
      const due = await this.unclaimed.lease(AT_A_TIME);
      if (due.length === 0) break;
      for (const place of due) {
        if (this.stopping) break;
        await this.contents.remove(place).then(
          () => (removed += 1),
          (error: unknown) => this.log.warn(`A content could not be removed: ${String(error)}`),
        );
      }
    }
    if (removed > 0) this.log.log(`Removed ${removed} contents without an attachment`);
    return removed;
  }

  private start(): void {
    this.underWay ??= this.sweep().then(
      () => this.finish(),
      (error: unknown) => this.finish(`The content sweep failed: ${String(error)}`),
    );
  }

  private finish(problem?: string): void {
    this.underWay = null;
    if (problem !== undefined) this.log.warn(problem);
  }
}
