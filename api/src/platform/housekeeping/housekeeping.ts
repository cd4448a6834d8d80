import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles, type BackgroundHandler } from '../background/background-work.ts';
import { deleteExpired, type ExpiredRows } from './expired-rows.ts';

const MAX_STATEMENTS = 50;

const EXPIRED_ROWS = Symbol('EXPIRED_ROWS');

/** Deletes expired rows every few minutes, outside requests. It skips rows that another transaction has locked. */
@Injectable()
@Handles('housekeeping')
export class Housekeeping implements BackgroundHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(EXPIRED_ROWS) private readonly expiredRows: readonly ExpiredRows[],
  ) {}

  /** Deletes expired rows, up to a limit per table. Returns their numbers by table. */
  async run(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const rows of this.expiredRows) {
      const deleted = await deleteExpired(this.database, rows, MAX_STATEMENTS);
      if (deleted > 0) counts[rows.table] = deleted;
    }
    return counts;
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
