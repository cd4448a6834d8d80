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
 * Removes the contents that no attachment claims: of deleted jobs, and of uploads that broke off. It runs at the start
 * and every minute, apart from requests and on every replica; they lease different ones.
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

  /** Removes what is due; answers how many contents. Those whose store fails stay for the next time. */
  async sweep(): Promise<number> {
    let removed = 0;
    while (!this.stopping) {
      const due = await this.unclaimed.lease(AT_A_TIME);
      if (due.length === 0) break;
      for (const place of due) {
        if (this.stopping) break;
        await this.contents.remove(place).then(
          () => (removed += 1),
          (error: unknown) => this.log.warn(`A content could not be removed yet: ${String(error)}`),
        );
      }
    }
    if (removed > 0) this.log.log(`Removed ${removed} contents without an attachment`);
    return removed;
  }

  private start(): void {
    this.underWay ??= this.sweep().then(
      () => this.finish(),
      (error: unknown) => this.finish(`Contents could not be swept: ${String(error)}`),
    );
  }

  private finish(problem?: string): void {
    this.underWay = null;
    if (problem !== undefined) this.log.warn(problem);
  }
}
