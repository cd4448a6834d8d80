import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../src/database/concurrent-index.ts';
import { ForwardMigration, type MigrationClass } from '../src/database/forward-migration.ts';
import { migrate } from '../src/database/migrate.ts';
import { MIGRATIONS } from '../src/database/migrations/index.ts';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { createEmptyDatabase, dropDatabase } from './support/template.ts';

const SERVER = process.env.TEST_SERVER_URL ?? '';
const QUICK = { lockPause: 5, attemptPause: 5 };

class Parcels1700000000001 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE parcels (id integer PRIMARY KEY, plan text)');
  }
}
class ParcelArea1700000000002 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE parcels ADD COLUMN area integer');
  }
}
class ParcelPlanKey1700000000003 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, { name: 'parcels_plan_key', on: 'parcels (plan)', unique: true });
  }
}

const opened: DataSource[] = [];
let name: string;
let url: string;
beforeEach(async () => {
  name = `migrations_${randomUUID().replaceAll('-', '')}`;
  url = await createEmptyDatabase(SERVER, name);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((dataSource) => dataSource.destroy()));
  await dropDatabase(SERVER, name);
});

async function connect(...migrations: MigrationClass[]): Promise<DataSource> {
  const dataSource = await commandDataSource(url, migrations).initialize();
  opened.push(dataSource);
  return dataSource;
}

/** Locks a table in a transaction until the caller ends it. */
async function lockTable(table: string): Promise<QueryRunner> {
  const runner = (await connect()).createQueryRunner();
  await runner.startTransaction();
  await runner.query(`LOCK TABLE ${table} IN ACCESS SHARE MODE`);
  return runner;
}

const indexes = (dataSource: DataSource) =>
  dataSource.query<{ name: string; valid: boolean }[]>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
     WHERE indrelid = 'parcels'::regclass AND NOT indisprimary`,
  );

describe('every migration', () => {
  it('cannot be reverted', async () => {
    for (const Migration of MIGRATIONS) {
      await expect(new Migration().down()).rejects.toThrow('Migrations run forward only.');
    }
  });

  it('is in the list', () => {
    const files = readdirSync(join(import.meta.dirname, '../src/database/migrations'));
    const times = files.map((file) => file.slice(0, 13)).filter((time) => /^\d{13}$/.test(time));
    expect(MIGRATIONS.map((migration) => migration.name.slice(-13))).toEqual(times.toSorted());
  });
});

describe('several replicas that start at once', () => {
  it('migrate a database once, and do not block a concurrent index build', async () => {
    const all = [Parcels1700000000001, ParcelPlanKey1700000000003];
    const replicas = await Promise.all([0, 1, 2].map(() => connect(...all)));
    const done = await Promise.all(replicas.map((replica) => migrate(replica, QUICK)));
    expect(done.flat()).toEqual(['Parcels1700000000001', 'ParcelPlanKey1700000000003']);
  });

  it('fail when the migration lock is never released', async () => {
    const holder = await connect();
    await holder.query('SELECT pg_advisory_lock(7290415)');
    const lines: string[] = [];
    const report = (line: string) => lines.push(line);
    await expect(
      migrate(await connect(Parcels1700000000001), { ...QUICK, lockAttempts: 3, report }),
    ).rejects.toThrow('Run this again later.');
    expect(lines).toEqual(['Another process is migrating this database. Waiting for it.']);
  });
});

describe('a migration without its lock', () => {
  it('fails after some attempts with instructions and changes nothing', async () => {
    await migrate(await connect(Parcels1700000000001));
    const holder = await lockTable('parcels');
    const lines: string[] = [];
    const later = await connect(Parcels1700000000001, ParcelArea1700000000002);
    await later.query('SET lock_timeout = 20');
    const report = (line: string) => lines.push(line);
    await expect(migrate(later, { ...QUICK, attempts: 2, report })).rejects.toThrow(
      /^ParcelArea1700000000002 did not get its locks in 2 attempts \(.*lock timeout\)\. .* run this again\.$/,
    );
    expect(lines).toEqual([expect.stringMatching(/^ParcelArea1700000000002 did not .* attempt 1 of 2\.$/)]);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await migrate(later, QUICK)).toEqual(['ParcelArea1700000000002']);
  });

  it('is retried until it has the lock', async () => {
    await migrate(await connect(Parcels1700000000001));
    const holder = await lockTable('parcels');
    const later = await connect(Parcels1700000000001, ParcelArea1700000000002);
    await later.query('SET lock_timeout = 20');
    const release = async () => {
      await holder.rollbackTransaction();
      await holder.release();
    };
    let released: Promise<void> | undefined;
    const report = () => {
      released ??= release();
    };
    expect(await migrate(later, { ...QUICK, attempts: 10_000, report })).toEqual(['ParcelArea1700000000002']);
    expect(released).toBeDefined();
  });
});

describe('a database of another version', () => {
  it('is refused with the names of diverged migrations and stays unchanged', async () => {
    await migrate(await connect(Parcels1700000000001, ParcelArea1700000000002), QUICK);
    const other = await connect(Parcels1700000000001, ParcelPlanKey1700000000003);
    await expect(migrate(other, QUICK)).rejects.toThrow(
      'it has ParcelArea1700000000002 and lacks ParcelPlanKey1700000000003. Use an empty database',
    );
    expect(await indexes(other)).toEqual([]);
  });

  it('is accepted when it is only newer, so that a release can be rolled back', async () => {
    await migrate(await connect(Parcels1700000000001, ParcelArea1700000000002), QUICK);
    expect(await migrate(await connect(Parcels1700000000001), QUICK)).toEqual([]);
  });
});

describe('a migration that fails', () => {
  it('is named in the error', async () => {
    const dataSource = await connect(ParcelArea1700000000002);
    await expect(migrate(dataSource, QUICK)).rejects.toThrow(
      /^ParcelArea1700000000002 failed: relation "parcels" does not exist/,
    );
  });

  it('without a transaction completes in the next run', async () => {
    await migrate(await connect(Parcels1700000000001));
    const later = await connect(Parcels1700000000001, ParcelPlanKey1700000000003);
    await later.query(`INSERT INTO parcels (id, plan) VALUES (1, 'same'), (2, 'same')`);
    await expect(migrate(later, QUICK)).rejects.toThrow(
      /^ParcelPlanKey1700000000003 failed: could not create unique index/,
    );
    expect(await indexes(later)).toEqual([{ name: 'parcels_plan_key', valid: false }]);

    await later.query('DELETE FROM parcels WHERE id = 2');
    expect(await migrate(later, QUICK)).toEqual(['ParcelPlanKey1700000000003']);
    expect(await indexes(later)).toEqual([{ name: 'parcels_plan_key', valid: true }]);
  });
});

it('has a short lock timeout before and after a migration, so that other statements do not queue behind it', async () => {
  const dataSource = await connect(Parcels1700000000001, ParcelPlanKey1700000000003);
  for (let run = 0; run < 2; run += 1) {
    expect(await dataSource.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '1s' }]);
    expect(await dataSource.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
    await migrate(dataSource, QUICK);
  }
});
