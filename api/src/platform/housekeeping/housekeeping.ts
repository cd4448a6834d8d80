import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deleteEnded } from './ended-rows.ts';

const EVERY_MS = 5 * 60 * 1000;
const MOST_STATEMENTS = 50;

const ENDING = [
  { table: 'sessions', primaryKey: 'token_hash', endsAt: 'expires_at' },
  { table: 'rate_limits', primaryKey: 'key', endsAt: 'resets_at' },
] as const;

/** Forgets what has ended, every few minutes and apart from requests. Every replica does: they skip each other's rows. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(private readonly database: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.underWay = this.underWay
        .then(() => this.clean())
        .catch((error: unknown) => this.log.warn(`Could not forget what has ended: ${String(error)}`));
    }, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
  }

  /** Deletes ended sessions and counters, a bounded number of them. */
  async clean(): Promise<void> {
    for (const rows of ENDING) {
      const deleted = await deleteEnded(this.database, rows, MOST_STATEMENTS);
      if (deleted > 0) this.log.log(`Forgot ${deleted} ended rows of ${rows.table}`);
    }
  }
}
