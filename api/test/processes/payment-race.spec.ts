import { Pool } from 'pg';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { merchantAt, racePayments } from '../../scripts/stress/payment-race.ts';
import { SANDBOX_KEYS, sandboxEnvironment } from '../support/api-process.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const JOBS = 60;

/** Counts the sweeps, the seconds with a sweep, and the failed sweeps. */
const SWEEPS = `
  SELECT count(*)::int AS sweeps, count(DISTINCT singleton_on)::int AS seconds,
    count(*) FILTER (WHERE state = 'failed')::int AS failed
  FROM pgboss.job WHERE name = 'payment-sweep'`;

let testBed: TestBed;
let sandbox: Sandbox;
let database: Pool;
beforeAll(async () => {
  testBed = await createTestBed();
  sandbox = await startSandbox({ keys: SANDBOX_KEYS, webhooks: { mode: 'never' } });
  database = new Pool({ connectionString: testBed.adminUrl });
});
afterAll(async () => {
  await database.end();
  await testBed.close();
  await sandbox.close();
});

it('[SETTLE-8] charges and pays each job once with concurrent confirmations, events and sweeps in two processes', async () => {
  const environment = sandboxEnvironment(sandbox.url);
  const origins = await Promise.all([testBed.start(environment), testBed.start(environment)]);
  const merchant = merchantAt(sandbox.port);
  const { answers, ...counters } = await racePayments({ origins, database, merchant, jobs: JOBS });
  expect(counters).toMatchObject({
    jobs: JOBS,
    refusedCharges: JOBS,
    doubleIntents: 0,
    wrongCharges: 0,
    paid: JOBS,
    wrongPayments: 0,
  });
  expect(Object.keys(answers).toSorted()).toEqual(['confirmation 200', 'event 200']);
  const { rows } = await database.query<{ sweeps: number; seconds: number; failed: number }>(SWEEPS);
  const [{ sweeps, seconds, failed } = { sweeps: 0, seconds: 0, failed: 1 }] = rows;
  expect({ failed, isOneASecond: sweeps > 0 && sweeps === seconds }).toEqual({
    failed: 0,
    isOneASecond: true,
  });
});
