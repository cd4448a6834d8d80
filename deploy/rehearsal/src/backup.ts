import { join } from 'node:path';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { runApiCommand } from '@dps/local-stack/servers';
import { DatabaseFolder, DatabaseServer } from './databases.ts';
import { say, type Workplace } from './workplace.ts';

const JOBS = 1_000_000;
const RESTORE_WITHIN_MS = 5 * 60_000;

const TABLES = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;

/** Returns the number of rows and a checksum of all tables, in one line each. */
async function checksums(server: DatabaseServer): Promise<string> {
  const tables = (await server.sql(TABLES))
    .map(({ table_name: name }) => String(name))
    .toSorted((a, b) => a.localeCompare(b));
  const lines: string[] = [];
  for (const table of tables) {
    const [row] = await server.sql(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS sum FROM "${table}" t`,
    );
    lines.push(`${table} ${String(row?.['sum'])}`);
  }
  return lines.join('\n');
}

async function addUser(server: DatabaseServer, role: string): Promise<number> {
  const values = `'${role}', 'none', '${role}@example.com', 'Backup', '${role}'`;
  const columns = 'username, password_hash, email, name, role';
  const [user] = await server.sql(`INSERT INTO users (${columns}) VALUES (${values}) RETURNING id`);
  return Number(user?.['id']);
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begin = performance.now();
  const result = await work();
  say(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * Fills a database with a million jobs, backs it up with the scripts in `deploy/backup`, and restores the newest state and a
 * point in time before a deletion. Returns true. Throws when a checksum differs or a restore takes longer than five minutes.
 */
export async function rehearseBackup(workplace: Workplace): Promise<boolean> {
  const folder = new DatabaseFolder(workplace);
  const { scripts } = folder;
  const backup = join(folder.path, 'backup');
  const server = await DatabaseServer.create(folder, 'database-1', workplace);
  await server.initialise({
    archive_mode: 'on',
    archive_command: `sh ${scripts}/archive-wal.sh "%p" ${backup}/wal/%f`,
    // The indexes of a million jobs do not fit into the default of 128 MB.
    shared_buffers: '2GB',
    max_wal_size: '16GB',
    wal_compression: 'on',
    autovacuum: 'off',
  });
  await runApiCommand('migrate', { environment: { DATABASE_URL: addressFor('dps_owner', server.url) } });
  const [clientId = 0, pilotId = 0] = await Promise.all(
    ['client', 'pilot'].map((role) => addUser(server, role)),
  );
  await timed(`${JOBS} jobs written`, () => writeManyJobs(server.url, { clientId, pilotId, count: JOBS }));
  await timed('Base backup', () =>
    folder.run('sh', `${scripts}/base-backup.sh`, backup, addressFor('dps_backup', server.url)),
  );

  await writeManyJobs(server.url, { clientId, pilotId: null, count: 1_000 });
  const beforeDeletion = await checksums(server);
  const [now] = await server.sql(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`,
  );
  await server.sql('DELETE FROM jobs WHERE id % 2 = 0');
  const newest = await checksums(server);
  // A server that stops archives all complete files. A running one archives the current file within archive_timeout.
  await server.sql('SELECT pg_switch_wal()');
  await server.process.stop();

  const restore = async (name: string, expected: string, time: string[]): Promise<void> => {
    const restored = await DatabaseServer.create(folder, name, workplace);
    const begin = performance.now();
    await timed(`Restored: ${name}`, async () => {
      await folder.run('sh', `${scripts}/restore.sh`, backup, restored.data, ...time);
      await restored.process.start();
      while ((await restored.sql('SELECT pg_is_in_recovery() AS busy'))[0]?.['busy'] !== false);
    });
    if (performance.now() - begin > RESTORE_WITHIN_MS) throw new Error(`${name}: the restore took too long.`);
    const found = await checksums(restored);
    if (found !== expected) throw new Error(`${name}: expected\n${expected}\nreceived\n${found}`);
    await restored.process.stop();
    say(`The checksums of all ${found.split('\n').length} tables are equal`);
  };
  await restore('newest-state', newest, []);
  await restore('before-the-deletion', beforeDeletion, [String(now?.['at'])]);
  return true;
}
