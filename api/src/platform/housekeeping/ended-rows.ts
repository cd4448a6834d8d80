import type { DataSource } from 'typeorm';

interface EndedRows {
  table: string;
  primaryKey: string;
  /** The indexed column that says when a row has ended. */
  endsAt: string;
}

const ROWS_AT_A_TIME = 1000;

// Rows that somebody works on at this moment are left for the next time, so that nobody waits for the other.
const deleteSome = ({ table, primaryKey, endsAt }: EndedRows) => `
  DELETE FROM ${table} WHERE ${primaryKey} IN (
    SELECT ${primaryKey} FROM ${table} WHERE ${endsAt} <= now()
    ORDER BY ${endsAt} LIMIT ${ROWS_AT_A_TIME} FOR UPDATE SKIP LOCKED
  )`;

/** Deletes rows that have ended, a thousand in each statement and at most so many times; answers how many. */
export async function deleteEnded(
  database: DataSource,
  rows: EndedRows,
  mostStatements: number,
): Promise<number> {
  let total = 0;
  for (let statement = 1; statement <= mostStatements; statement += 1) {
    const [, deleted] = await database.query<[unknown[], number]>(deleteSome(rows));
    total += deleted;
    if (deleted < ROWS_AT_A_TIME) return total;
  }
  return total;
}
