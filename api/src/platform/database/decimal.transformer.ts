import type { ValueTransformer } from 'typeorm';
import { fromCents, toCents } from '@dps/shared-contracts';

/** `numeric(10,2)` dollars in the database, integer cents in the program. */
export const centsTransformer: ValueTransformer = {
  to: (cents: number | undefined) => (cents === undefined ? undefined : fromCents(cents).toFixed(2)),
  from: (dollars: string) => toCents(Number(dollars)),
};

/** A nullable `numeric` in the database, a number in the program. */
export const decimalTransformer: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
