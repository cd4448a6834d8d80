import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  Module,
  type DynamicModule,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deleteExpired, type ExpiredRows } from './expired-rows.ts';

const EVERY_MS = 5 * 60 * 1000;
const MAX_STATEMENTS = 50;

const EXPIRED_ROWS = Symbol('EXPIRED_ROWS');

/** Deletes expired rows every few minutes, outside requests. All replicas do so and skip rows that another one has locked. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    @Inject(EXPIRED_ROWS) private readonly expiredRows: readonly ExpiredRows[],
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.underWay = this.underWay
        .then(() => this.clean())
        .catch((error: unknown) => this.log.warn(`Expired rows could not be deleted: ${String(error)}`));
    }, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
  }

  /** Deletes expired rows, up to a limit per table. */
  async clean(): Promise<void> {
    for (const rows of this.expiredRows) {
      const deleted = await deleteExpired(this.database, rows, MAX_STATEMENTS);
      if (deleted > 0) this.log.log(`Deleted ${deleted} expired rows of ${rows.table}`);
    }
  }
}

@Module({})
export class HousekeepingModule {
  /** `rows` has one rule per table, which the module of the table defines. */
  static forRoot(...rows: ExpiredRows[]): DynamicModule {
    return {
      module: HousekeepingModule,
      providers: [Housekeeping, { provide: EXPIRED_ROWS, useValue: rows }],
    };
  }
}
