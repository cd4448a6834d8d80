import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../src/database/concurrent-index.ts';
import { ForwardMigration } from '../src/database/forward-migration.ts';
import { migrationSql } from '../scripts/lint-migrations.ts';
import { squawk } from '../scripts/squawk.ts';

class Sample extends ForwardMigration {
  constructor(
    private readonly statements: readonly string[],
    override readonly transaction = true,
  ) {
    super();
  }

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }
}

class SampleIndex extends ForwardMigration {
  override readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexConcurrently(runner, { name: 'jobs_deadline_idx', on: 'jobs (deadline)' });
  }
}

const lint = async (migration: ForwardMigration) => squawk({ sample: await migrationSql(migration) });

it('returns the SQL of a migration with its timeouts and its transaction', async () => {
  expect(await migrationSql(new Sample(['SELECT 1', 'SELECT 2']))).toBe(
    'SET lock_timeout = 1000;\nSET statement_timeout = 60000;\nBEGIN;\nSELECT 1;\nSELECT 2;\nCOMMIT;\n',
  );
  expect(await migrationSql(new Sample(['SELECT 1'], false))).not.toContain('BEGIN');
});

it('the linter accepts a new table, a nullable column, a foreign key that is validated later and a concurrent index', async () => {
  const statements = [
    'CREATE TABLE t (id integer PRIMARY KEY)',
    'CREATE INDEX i ON t (id)',
    'ALTER TABLE jobs ADD COLUMN note text',
    'ALTER TABLE jobs ADD CONSTRAINT k FOREIGN KEY (site_id) REFERENCES sites NOT VALID',
  ];
  for (const migration of [new Sample(statements), new SampleIndex()])
    expect(await lint(migration)).toMatchObject({ ok: true });
});

describe('the linter refuses', () => {
  it('each unsafe statement of a migration', async () => {
    const rules = {
      'require-concurrent-index-creation': 'CREATE INDEX i ON jobs (deadline)',
      'ban-concurrent-index-creation-in-transaction':
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON jobs (deadline)',
      'adding-required-field': 'ALTER TABLE jobs ADD COLUMN note text NOT NULL',
      'constraint-missing-not-valid': 'ALTER TABLE jobs ADD CHECK (budget > 0)',
      'ban-drop-column': 'ALTER TABLE jobs DROP COLUMN title',
      'renaming-column': 'ALTER TABLE jobs RENAME COLUMN title TO subject',
      'changing-column-type': 'ALTER TABLE jobs ALTER COLUMN budget TYPE bigint',
    };
    const { ok, report } = await lint(new Sample(Object.values(rules)));
    expect(ok).toBe(false);
    for (const rule of Object.keys(rules)) expect(report).toContain(rule);
    expect((await lint(new Sample(['CREATE TABEL t ()']))).report).toContain('syntax-error');
  });

  it('one unsafe migration among safe ones', async () => {
    const good = await migrationSql(new SampleIndex());
    const bad = await migrationSql(new Sample(['DROP TABLE jobs']));
    const { ok, report } = squawk({ good, bad, last: good });
    expect(ok).toBe(false);
    expect(report).toContain('bad.sql');
    expect(report).not.toContain('good.sql:');
  });
});
