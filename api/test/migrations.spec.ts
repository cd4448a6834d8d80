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

/** A transaction that holds the table until it is let go. */
async function holdTable(table: string): Promise<QueryRunner> {
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
  it.each(MIGRATIONS.map((migration) => [migration.name, migration] as const))(
    '%s has no way back',
    async (_name, Migration) => {
      await expect(new Migration().down()).rejects.toThrow('Migrations run forward only.');
    },
  );

  it('is listed', () => {
    const files = readdirSync(join(import.meta.dirname, '../src/database/migrations'));
    const times = files.map((file) => file.slice(0, 13)).filter((time) => /^\d{13}$/.test(time));
    expect(MIGRATIONS.map((migration) => migration.name.slice(-13))).toEqual(times.toSorted());
  });
});

describe('several replicas that start at once', () => {
  it('migrate a database once', async () => {
    const replicas = await Promise.all([0, 1, 2].map(() => connect(...MIGRATIONS)));
    const done = await Promise.all(replicas.map((replica) => migrate(replica, QUICK)));
    expect(done.toSorted((a, b) => b.length - a.length)).toEqual([
      MIGRATIONS.map((migration) => migration.name),
      [],
      [],
    ]);
  });

  it('do not stand in the way of an index that is built while others write', async () => {
    const all = [Parcels1700000000001, ParcelPlanKey1700000000003];
    const replicas = await Promise.all([0, 1, 2].map(() => connect(...all)));
    const done = await Promise.all(replicas.map((replica) => migrate(replica, QUICK)));
    expect(done.flat()).toEqual(['Parcels1700000000001', 'ParcelPlanKey1700000000003']);
  });

  it('give up when it is never their turn', async () => {
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

describe('a migration that does not get its lock', () => {
  it('fails after some attempts, says what to do, and has changed nothing', async () => {
    await migrate(await connect(Parcels1700000000001));
    const holder = await holdTable('parcels');
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

  it('is tried again until it has it', async () => {
    await migrate(await connect(Parcels1700000000001));
    const holder = await holdTable('parcels');
    const later = await connect(Parcels1700000000001, ParcelArea1700000000002);
    await later.query('SET lock_timeout = 20');
    const letGo = async () => {
      await holder.rollbackTransaction();
      await holder.release();
    };
    let released: Promise<void> | undefined;
    const report = () => {
      released ??= letGo();
    };
    expect(await migrate(later, { ...QUICK, report })).toEqual(['ParcelArea1700000000002']);
    expect(released).toBeDefined();
  });

  it('is given little time, so that nobody queues behind it', async () => {
    const [row] = await (await connect()).query<{ lock_timeout: string }[]>('SHOW lock_timeout');
    expect(row?.lock_timeout).toBe('1s');
  });
});

describe('a database of another version', () => {
  it('is refused by name when its migrations and these have diverged, and stays as it is', async () => {
    await migrate(await connect(Parcels1700000000001, ParcelArea1700000000002), QUICK);
    const other = await connect(Parcels1700000000001, ParcelPlanKey1700000000003);
    await expect(migrate(other, QUICK)).rejects.toThrow(
      'it has ParcelArea1700000000002 and lacks ParcelPlanKey1700000000003. Use an empty database',
    );
    expect(await indexes(other)).toEqual([]);
  });

  it('is left alone when it is only newer, so that a release can be rolled back', async () => {
    await migrate(await connect(Parcels1700000000001, ParcelArea1700000000002), QUICK);
    expect(await migrate(await connect(Parcels1700000000001), QUICK)).toEqual([]);
  });
});

describe('a migration that fails half way', () => {
  it('names itself, and those before it stay', async () => {
    const dataSource = await connect(ParcelArea1700000000002);
    await expect(migrate(dataSource, QUICK)).rejects.toThrow(
      /^ParcelArea1700000000002 failed: relation "parcels" does not exist/,
    );
  });

  it('outside of a transaction runs again to its end', async () => {
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

  it('leaves the timeouts as they were', async () => {
    const dataSource = await connect(Parcels1700000000001, ParcelPlanKey1700000000003);
    await migrate(dataSource, QUICK);
    expect(await dataSource.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '1s' }]);
    expect(await dataSource.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  });
});
