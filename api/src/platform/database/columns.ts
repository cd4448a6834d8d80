import type { ValueTransformer } from 'typeorm';
import { fromCents, toCents } from '@dps/contract';

/** Returns a SQL list for a CHECK: `'pilot', 'client'`. Only for constants: it escapes nothing. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

/** Converts between `numeric(10,2)` dollars in the database and integer cents in the program. */
export const centsTransformer: ValueTransformer = {
  to: (cents: number | undefined) => (cents === undefined ? undefined : fromCents(cents).toFixed(2)),
  from: (dollars: string) => toCents(Number(dollars)),
};

/** Converts a nullable `numeric` to a number. */
export const decimalTransformer: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** Returns a row that PostgreSQL wrote into JSON, with its `createdAt` in the contract's format, ISO 8601 UTC. */
export function fromJsonRow<Row extends { createdAt: string }>(row: Row): Row {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
