import type { DataSource } from 'typeorm';

/** Who is signed in and how often somebody tried: written by the way, and no record of anybody's work. */
const BOOKKEEPING = new Set(['sessions', 'rate_limits']);

interface Table {
  name: string;
  /** All but those that the database computes. */
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
  SELECT '${name}' AS name WHERE EXISTS (
    (SELECT ${columns} FROM public.${name} EXCEPT SELECT ${columns} FROM kept.${name}) UNION ALL
    (SELECT ${columns} FROM kept.${name} EXCEPT SELECT ${columns} FROM public.${name}))`;

/** The rows of all tables at one moment: what has changed since, and the way back. */
export interface KeptRows {
  /** Puts every row back as it was, and answers the tables that differed, bookkeeping aside. */
  restore(): Promise<string[]>;
}

export async function keepRows(dataSource: DataSource): Promise<KeptRows> {
  const tables = await dataSource.query<Table[]>(TABLES);
  await dataSource.query(`CREATE SCHEMA kept; ${tables.map(keep).join('')}`);
  const changed = tables.map(differs).join(' UNION ALL ');
  // Ids go on from where they are, as the provider remembers them; foreign keys are kept by putting everything back.
  const back = `BEGIN; SET LOCAL session_replication_role = replica;
    ${tables.map(clear).join('')} ${tables.map(refill).join('')} COMMIT;`;
  return {
    restore: async () => {
      const names = (await dataSource.query<{ name: string }[]>(changed)).map(({ name }) => name);
      if (names.length > 0) await dataSource.query(back);
      return names.filter((name) => !BOOKKEEPING.has(name));
    },
  };
}
