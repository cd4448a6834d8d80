import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type RunningPostgres } from '@dps/local-stack/postgres';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { paths } from '@dps/contract';
import { createAccount, idOf, type Account } from '../../scripts/stress/account.ts';
import { apiEnvironment, migrateDatabase, type ApiProcess } from '../support/api-process.ts';
import { jobBody } from '../support/jobs.ts';
import { startLoad } from './support/load.ts';
import { ApiProcesses } from './support/test-bed.ts';

const LANES = 4;

let folder: string;
let dataDir: string;
let postgres: RunningPostgres;
let api: ApiProcess;
let owner: Account;
const processes = new ApiProcesses();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dps-processes-'));
  dataDir = join(folder, 'postgres');
  // Not ephemeral: acknowledged transactions must survive a crash.
  postgres = await startPostgres({ dataDir });
  migrateDatabase(postgres.url);
  api = await processes.start(apiEnvironment(addressFor('dps_api', postgres.url))).ready();
  owner = await createAccount(api, 'client');
});
afterAll(async () => {
  await processes.end();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = () => owner.post(api, paths.jobs(), jobBody());

const crash = () =>
  process.kill(
    Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );

async function restart(): Promise<void> {
  await postgres.close();
  postgres = await startPostgres({ dataDir, port: Number(new URL(postgres.url).port) });
}

async function storedJobs(): Promise<Set<number>> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('SELECT id FROM jobs');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

it.each([
  ['is stopped', () => postgres.close()],
  ['crashes', crash],
])('loses no acknowledged job when the database %s, and continues after its restart', async (_how, stop) => {
  const acknowledged: number[] = [];
  const wrong: string[] = [];
  const load = startLoad(LANES, async () => {
    const reply = await post();
    if (reply.status === 201) {
      acknowledged.push(idOf(reply, 201));
      return 'done';
    }
    if (reply.status === 503 && reply.headers.get('retry-after') === '1') return 'refused';
    wrong.push(`${reply.status} ${JSON.stringify(reply.body)}`);
    return 'wrong';
  });
  await load.until('done', 50);
  await stop();
  await load.until('refused', 20);
  await restart();
  expect((await post()).status).toBe(201);
  await load.until('done', 50);
  await load.stop();
  const stored = await storedJobs();
  expect(wrong).toEqual([]);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});
