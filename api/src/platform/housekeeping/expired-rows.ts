import type { DataSource } from 'typeorm';
import type { Period } from '@dps/contract';

/** The rows of a table that housekeeping deletes. */
export interface ExpiredRows {
  table: string;
  primaryKey: string;
  /** Indexed column with the end time of a row. */
  endsAt: string;
  /** Time to keep a row after its end. */
  kept?: Period;
}

const ROWS_AT_A_TIME = 1000;

// Rows that another transaction has locked are left for the next run, so that neither waits.
const deleteSome = ({ table, primaryKey, endsAt, kept = '0 days' }: ExpiredRows) => `
  DELETE FROM ${table} WHERE ${primaryKey} IN (
    SELECT ${primaryKey} FROM ${table} WHERE ${endsAt} <= now() - interval '${kept}'
    ORDER BY ${endsAt} LIMIT ${ROWS_AT_A_TIME} FOR UPDATE SKIP LOCKED
  )`;

/** Deletes expired rows, a thousand per statement. Returns their number. */
export async function deleteExpired(
  database: DataSource,
  rows: ExpiredRows,
  maxStatements: number,
): Promise<number> {
  let total = 0;
  for (let statement = 1; statement <= maxStatements; statement += 1) {
    const [, deleted] = await database.query<[unknown[], number]>(deleteSome(rows));
    total += deleted;
    if (deleted < ROWS_AT_A_TIME) return total;
  }
  return total;
}
