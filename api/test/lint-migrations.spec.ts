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

describe('the linter accepts', () => {
  it.each([
    ['a new table with its indexes', ['CREATE TABLE t (id integer PRIMARY KEY)', 'CREATE INDEX i ON t (id)']],
    ['a nullable column', ['ALTER TABLE jobs ADD COLUMN note text']],
    [
      'a foreign key that is validated later',
      ['ALTER TABLE jobs ADD CONSTRAINT k FOREIGN KEY (site_id) REFERENCES sites NOT VALID'],
    ],
  ])('%s', async (_what, statements) => {
    expect(await lint(new Sample(statements))).toMatchObject({ ok: true });
  });

  it('a concurrent index outside a transaction', async () => {
    expect(await lint(new SampleIndex())).toMatchObject({ ok: true });
  });
});

describe('the linter refuses', () => {
  it.each([
    ['an index that blocks writes', 'CREATE INDEX i ON jobs (deadline)', 'require-concurrent-index-creation'],
    [
      'a concurrent index in a transaction',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON jobs (deadline)',
      'ban-concurrent-index-creation-in-transaction',
    ],
    ['a required column', 'ALTER TABLE jobs ADD COLUMN note text NOT NULL', 'adding-required-field'],
    [
      'a check constraint that is validated at once',
      'ALTER TABLE jobs ADD CHECK (budget > 0)',
      'constraint-missing-not-valid',
    ],
    ['the removal of a column', 'ALTER TABLE jobs DROP COLUMN title', 'ban-drop-column'],
    ['a renamed column', 'ALTER TABLE jobs RENAME COLUMN title TO subject', 'renaming-column'],
    ['a changed column type', 'ALTER TABLE jobs ALTER COLUMN budget TYPE bigint', 'changing-column-type'],
    ['invalid SQL', 'CREATE TABEL t ()', 'syntax-error'],
  ])('%s', async (_what, statement, rule) => {
    const { ok, report } = await lint(new Sample([statement]));
    expect({ ok, report }).toEqual({ ok: false, report: expect.stringContaining(rule) });
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
