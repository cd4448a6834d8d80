import { Module, type DynamicModule } from '@nestjs/common';
import type { EndedRows } from './ended-rows.ts';
import { ENDED_ROWS, Housekeeping } from './housekeeping.ts';

@Module({})
export class HousekeepingModule {
  /** Deletes these rows, each table's by the rule that its own module states. */
  static forRoot(...rows: EndedRows[]): DynamicModule {
    return {
      module: HousekeepingModule,
      providers: [Housekeeping, { provide: ENDED_ROWS, useValue: rows }],
    };
  }
}
