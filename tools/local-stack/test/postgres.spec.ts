import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { startPostgres } from '../src/postgres/index.ts';
import { isAlive } from '../src/process/process-identity.ts';
import { stopChild } from '../src/process/stop-child.ts';

/** Timeout in milliseconds: parallel tests slow down the creation of a database. */
const TIMEOUT_MS = 60_000;

const others: ChildProcess[] = [];
// The tests share clusters in sequence, because the creation of a cluster is slow.
let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dps-postgres-'));
  dataDir = join(folder, 'postgres');
});
afterEach(async () => {
  for (const child of others.splice(0)) await stopChild(child, 'SIGKILL', 0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterOf = (directory: string): number =>
  Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts a separate process with a database. Resolves when the database runs. */
async function startElsewhere(directory: string): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const launcher = new URL('../src/postgres/index.ts', import.meta.url).href;
  const script = `import { startPostgres } from ${JSON.stringify(launcher)};
    console.log((await startPostgres({ dataDir: ${JSON.stringify(directory)} })).url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  others.push(child);
  const url = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return { child, url, pid: postmasterOf(directory) };
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise(setImmediate);
}

describe('startPostgres', () => {
  it(
    'keeps its data over a restart',
    async () => {
      const first = await startPostgres({ dataDir });
      await query(first.url, 'CREATE TABLE flight (id int); INSERT INTO flight VALUES (7)');
      await first.close();
      const second = await startPostgres({ dataDir });
      const rows = await query(second.url, "SELECT id, lower('ÄÉ') FROM flight");
      await second.close();
      expect(rows).toEqual([{ id: 7, lower: 'äé' }]);
    },
    TIMEOUT_MS,
  );

  it(
    'requires its password, which only its owner can read',
    async () => {
      const running = await startPostgres({ dataDir });
      const wrong = new URL(running.url);
      wrong.password = 'postgres';
      const refused = query(wrong.href, 'SELECT 1');
      await expect(refused).rejects.toThrow('password authentication failed');
      await running.close();
      expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
      expect(statSync(join(dataDir, 'cluster')).mode & 0o077).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'removes its processes and files if it is ephemeral',
    async () => {
      const briefly = join(folder, 'briefly');
      const running = await startPostgres({ dataDir: briefly, ephemeral: true });
      const pid = postmasterOf(briefly);
      await running.close();
      expect(isAlive(pid)).toBe(false);
      expect(existsSync(briefly)).toBe(false);
    },
    TIMEOUT_MS,
  );

  it(
    'rejects a directory in use and names the process',
    async () => {
      const other = await startElsewhere(dataDir);
      await expect(startPostgres({ dataDir })).rejects.toThrow(`in use by process ${other.child.pid}`);
      other.child.kill('SIGKILL');
      await untilGone(other.pid);
    },
    TIMEOUT_MS,
  );

  it(
    'stops when its owner is killed',
    async () => {
      const other = await startElsewhere(dataDir);
      other.child.kill('SIGKILL');
      await untilGone(other.pid);
      expect(isAlive(other.pid)).toBe(false);
    },
    TIMEOUT_MS,
  );

  it(
    'starts after a crash that left its PID file',
    async () => {
      const other = await startElsewhere(dataDir);
      await query(other.url, 'CREATE TABLE battery (id int)');
      process.kill(other.pid, 'SIGKILL');
      other.child.kill('SIGKILL');
      await once(other.child, 'exit');
      await untilGone(other.pid);
      const again = await startPostgres({ dataDir });
      const rows = await query(again.url, 'SELECT count(*)::int AS n FROM battery');
      await again.close();
      expect(rows).toEqual([{ n: 0 }]);
    },
    TIMEOUT_MS,
  );

  it(
    'starts although the PID file of a crash names an unrelated process',
    async () => {
      const running = await startPostgres({ dataDir });
      await running.close();
      writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n`, { mode: 0o600 });
      const again = await startPostgres({ dataDir });
      await again.close();
      expect(again.url).toContain('127.0.0.1');
    },
    TIMEOUT_MS,
  );

  it(
    'names both versions when the data has another version',
    async () => {
      const running = await startPostgres({ dataDir });
      await running.close();
      const file = join(dataDir, 'cluster', 'PG_VERSION');
      const version = readFileSync(file, 'utf8');
      writeFileSync(file, '15\n');
      await expect(startPostgres({ dataDir })).rejects.toThrow(
        /format of PostgreSQL 15, and the installed version is 18/,
      );
      writeFileSync(file, version);
    },
    TIMEOUT_MS,
  );

  it(
    'reports a port in use',
    async () => {
      const running = await startPostgres({ dataDir });
      const port = Number(new URL(running.url).port);
      await expect(startPostgres({ dataDir: join(folder, 'other'), port })).rejects.toThrow(`Port ${port}`);
      await running.close();
    },
    TIMEOUT_MS,
  );
});
