import type { DataSource } from 'typeorm';

/** Tables that a call may change as a side effect: sessions, rate limits, and the hashes of files that had none. */
const BOOKKEEPING = new Set(['sessions', 'rate_limits', 'content_hashes']);

interface Table {
  name: string;
  /** The names of all columns except generated ones. */
  columns: string;
}

const TABLES = `
  SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
    AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname ORDER BY relname`;

const keep = ({ name }: Table) => `CREATE TABLE kept.${name} AS TABLE public.${name};`;
const clear = ({ name }: Table) => `DELETE FROM public.${name};`;
const refill = ({ name, columns }: Table) =>
  `INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept.${name};`;
const differs = ({ name, columns }: Table) => `
  SELECT '${name}' WHERE EXISTS (
    (SELECT ${columns} FROM public.${name} EXCEPT SELECT ${columns} FROM kept.${name}) UNION ALL
    (SELECT ${columns} FROM kept.${name} EXCEPT SELECT ${columns} FROM public.${name}))`;

const CHANGES = 'SELECT name FROM kept.changes() AS name';

const EVENTS =
  'SELECT kind FROM public.job_events WHERE id > (SELECT max(id) FROM kept.job_events) ORDER BY id';

export interface RowSnapshot {
  /** Returns the kinds of the events of jobs since the snapshot, in their order. */
  jobEvents(): Promise<string[]>;
  /** Restores every row. Returns the names of the changed tables, without the bookkeeping tables. */
  restore(): Promise<string[]>;
}

export async function snapshotRows(dataSource: DataSource): Promise<RowSnapshot> {
  const tables = await dataSource.query<Table[]>(TABLES);
  await dataSource.query(`CREATE SCHEMA kept; ${tables.map(keep).join('')}`);
  // PostgreSQL plans the queries of a PL/pgSQL function once. The plan takes more time than the comparison.
  await dataSource.query(`CREATE FUNCTION kept.changes() RETURNS SETOF text LANGUAGE plpgsql AS $$
    BEGIN RETURN QUERY ${tables.map(differs).join(' UNION ALL ')}; END $$`);
  // Sequences are not reset, because the payment sandbox stores the ids. The replica role disables foreign keys.
  const back = (some: readonly Table[]) => `BEGIN; SET LOCAL session_replication_role = replica;
    ${some.map(clear).join('')} ${some.map(refill).join('')} COMMIT;`;
  return {
    jobEvents: async () => (await dataSource.query<{ kind: string }[]>(EVENTS)).map(({ kind }) => kind),
    restore: async () => {
      const names = (await dataSource.query<{ name: string }[]>(CHANGES)).map(({ name }) => name);
      if (names.length > 0) await dataSource.query(back(tables.filter(({ name }) => names.includes(name))));
      return names.filter((name) => !BOOKKEEPING.has(name));
    },
  };
}
