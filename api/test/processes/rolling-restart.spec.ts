import { Agent } from 'node:http';
import { paths } from '@dps/contract';
import { createAccount, idOf, type Account, type Origin } from '../../scripts/stress/account.ts';
import type { ApiProcess } from '../support/api-process.ts';
import { jobBody } from '../support/jobs.ts';
import { startLoad } from './support/load.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const LANES = 6;
const REQUESTS = 40;

let testBed: TestBed;
let owner: Account;
let processes: ApiProcess[];
beforeAll(async () => {
  testBed = await createTestBed();
  processes = await Promise.all([testBed.start(), testBed.start()]);
  const [first] = processes;
  if (first) owner = await createAccount(first, 'client');
});
afterAll(() => testBed.close());

const isRefused = (error: unknown) => Reflect.get(Object(error), 'code') === 'ECONNREFUSED';

/** Sends a request to the first process that accepts the connection. Returns its response. */
async function deliver<T>(origins: readonly Origin[], send: (origin: Origin) => Promise<T>): Promise<T> {
  for (const origin of origins) {
    try {
      return await send(origin);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  throw new Error('No process accepts connections');
}

/** Replaces a process by another on the same port. */
async function restart(index: number): Promise<void> {
  const old = processes[index];
  if (!old) return;
  expect(await old.end()).toEqual({ code: 0, signal: null });
  processes[index] = await testBed.start({ API_PORT: new URL(old.url).port });
}

it('fails no request during a rolling restart', async () => {
  const origins = processes.map(({ url }) => url);
  const lanes = Array.from({ length: LANES }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const posted: number[] = [];
  // Each lane alternates, so that it uses both connections often. A process may close an idle one at any time.
  const rounds = lanes.map(() => 0);
  const load = startLoad(LANES, async (lane) => {
    const turn = (rounds[lane] ?? 0) + 1;
    rounds[lane] = turn;
    const agent = lanes[lane] ?? new Agent();
    const order = turn % 2 === 0 ? origins : origins.toReversed();
    const choices = order.map((url) => ({ url, agent }));
    posted.push(idOf(await deliver(choices, (origin) => owner.post(origin, paths.jobs(), jobBody())), 201));
    return 'posted';
  });
  for (const index of processes.keys()) {
    await load.until('posted', REQUESTS);
    await restart(index);
  }
  await load.until('posted', REQUESTS);
  await load.stop();
  const rows = await testBed.database.query<{ id: number }[]>('SELECT id FROM jobs ORDER BY id');
  expect(rows.map(({ id }) => id)).toEqual(posted.toSorted((a, b) => a - b));
});
