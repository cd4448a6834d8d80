import type { DataSource } from 'typeorm';

/** The rows of a table that housekeeping deletes. */
export interface EndedRows {
  table: string;
  primaryKey: string;
  /** The indexed column with the time at which a row ends. */
  endsAt: string;
  /** How long a row is kept after its end. */
  keptDays?: number;
}

const ROWS_AT_A_TIME = 1000;

// Rows that another transaction has locked wait for the next time, so that neither waits for the other.
const deleteSome = ({ table, primaryKey, endsAt, keptDays = 0 }: EndedRows) => `
  DELETE FROM ${table} WHERE ${primaryKey} IN (
    SELECT ${primaryKey} FROM ${table} WHERE ${endsAt} <= now() - interval '${keptDays} days'
    ORDER BY ${endsAt} LIMIT ${ROWS_AT_A_TIME} FOR UPDATE SKIP LOCKED
  )`;

/** Deletes ended rows, a thousand in each statement, and returns how many. */
export async function deleteEnded(
  database: DataSource,
  rows: EndedRows,
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
