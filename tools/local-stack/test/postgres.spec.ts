import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { serverAccount } from '../src/postgres/account.ts';
import { startPostgres } from '../src/postgres/index.ts';
import { isAlive } from '../src/process/process-identity.ts';
import { stopChild } from '../src/process/stop-child.ts';

/** Only a test that hangs takes so long, in milliseconds: each starts a database two or three times. */
const HANG_MS = 300_000;

const others: ChildProcess[] = [];
// The tests share a cluster in sequence, because its creation is slow.
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
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The other process has ended')));
  const [url]: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended,
  ]);
  ended.catch(() => undefined);
  return { child, url: String(url), pid: postmasterOf(directory) };
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise(setImmediate);
}

describe('startPostgres', () => {
  it(
    'requires its password, its port and its directory for itself, and keeps its data over a restart',
    async () => {
      const first = await startPostgres({ dataDir });
      await query(first.url, 'CREATE TABLE flight (id int); INSERT INTO flight VALUES (7)');
      const wrong = new URL(first.url);
      wrong.password = 'postgres';
      await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
      for (const secret of ['password', 'cluster'])
        expect(statSync(join(dataDir, secret)).mode & 0o077).toBe(0);
      await expect(startPostgres({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
      const port = Number(wrong.port);
      const other = startPostgres({ dataDir: join(folder, 'other'), port });
      await expect(other).rejects.toThrow(`Port ${port} for PostgreSQL is in use`);
      await first.close();
      // The PID file of a crash may name an unrelated process of the same user.
      const unrelated = spawn('sleep', ['600'], { cwd: '/', ...serverAccount() });
      others.push(unrelated);
      writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), `${unrelated.pid}\n`, { mode: 0o644 });
      const second = await startPostgres({ dataDir });
      const rows = await query(second.url, "SELECT id, lower('ÄÉ') FROM flight");
      await second.close();
      expect(rows).toEqual([{ id: 7, lower: 'äé' }]);
    },
    HANG_MS,
  );

  it('names both versions when the data has another version', async () => {
    const file = join(dataDir, 'cluster', 'PG_VERSION');
    const version = readFileSync(file, 'utf8');
    writeFileSync(file, '15\n');
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /format of PostgreSQL 15, and the installed version is 18/,
    );
    writeFileSync(file, version);
  });

  it(
    'stops when its owner is killed, and starts after a crash that left its PID file',
    async () => {
      const killed = await startElsewhere(dataDir);
      killed.child.kill('SIGKILL');
      await untilGone(killed.pid);
      const crashed = await startElsewhere(dataDir);
      await query(crashed.url, 'CREATE TABLE battery (id int)');
      process.kill(crashed.pid, 'SIGKILL');
      crashed.child.kill('SIGKILL');
      await once(crashed.child, 'exit');
      await untilGone(crashed.pid);
      const again = await startPostgres({ dataDir });
      const rows = await query(again.url, 'SELECT count(*)::int AS n FROM battery');
      await again.close();
      expect(rows).toEqual([{ n: 0 }]);
    },
    HANG_MS,
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
    HANG_MS,
  );
});
