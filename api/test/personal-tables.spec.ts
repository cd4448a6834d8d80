import { PERSONAL_TABLES } from '../src/modules/personal-data/personal-tables.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const COLUMNS = `
  SELECT table_name AS "table", array_agg(column_name::text ORDER BY column_name) AS columns
  FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`;
const REFERENCES = `
  SELECT DISTINCT conrelid::regclass::text AS "table" FROM pg_constraint
  WHERE contype = 'f' AND confrelid = 'users'::regclass`;

const named = (name: string) => PERSONAL_TABLES[name] ?? { impersonal: 'not listed' };

describe('the rules for personal data', () => {
  it('[DATA-9] name every table of the database, and no other', async () => {
    const rows = await server.dataSource.query<{ table: string }[]>(COLUMNS);
    expect(Object.keys(PERSONAL_TABLES).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
  });

  it('[DATA-9] decide for every column whether an export has it', async () => {
    const rows = await server.dataSource.query<{ table: string; columns: string[] }[]>(COLUMNS);
    const differences = rows.flatMap(({ table, columns }) => {
      const rule = named(table);
      if ('impersonal' in rule) return [];
      const decided = [...rule.exported, ...Object.keys(rule.omitted)].toSorted();
      return JSON.stringify(decided) === JSON.stringify(columns) ? [] : [{ table, columns, decided }];
    });
    expect(differences).toEqual([]);
  });

  it('treat every table that refers to users as personal', async () => {
    const rows = await server.dataSource.query<{ table: string }[]>(REFERENCES);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ table }) => 'impersonal' in named(table))).toEqual([]);
  });

  it('say for every table whether its rows are deleted, or why they remain', () => {
    const undecided = Object.entries(PERSONAL_TABLES).filter(
      ([, rule]) => !('impersonal' in rule) && rule.deleted === null && rule.kept === null,
    );
    expect(undecided).toEqual([]);
  });
});
