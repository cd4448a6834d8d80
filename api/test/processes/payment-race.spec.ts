import { Pool } from 'pg';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { racePayments } from '../../scripts/stress/payment-race.ts';
import { SANDBOX_KEYS, sandboxEnvironment } from '../support/api-process.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const JOBS = 60;

/** Counts the completed sweeps, and those that needed another attempt. */
const SWEEPS = `
  SELECT count(*) FILTER (WHERE state = 'completed')::int AS sweeps, count(*) FILTER (WHERE retry_count > 0)::int AS repeated
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

it('[SETTLE-8, LEDGER-5, SHARE-3, SHARE-5] charges, pays and transfers each job once with concurrent confirmations, events and sweeps in two processes', async () => {
  const environment = sandboxEnvironment(sandbox.url);
  const origins = await Promise.all([testBed.start(environment), testBed.start(environment)]);
  const { outcomes, ...counters } = await racePayments({ origins, database, sandbox, jobs: JOBS });
  expect(counters).toMatchObject({
    jobs: JOBS,
    refusedCharges: JOBS,
    doubleIntents: 0,
    wrongCharges: 0,
    paid: JOBS,
    wrongPayments: 0,
    wrongLedgers: 0,
    wrongTransfers: 0,
    wrongCents: 0,
    ledgerSum: 0,
    refunds: 10,
  });
  expect(Object.keys(outcomes).toSorted()).toEqual(['confirmation 200', 'event 200']);
  const { rows } = await database.query<{ sweeps: number; repeated: number }>(SWEEPS);
  expect(rows).toEqual([{ sweeps: expect.any(Number), repeated: 0 }]);
  expect(rows[0]?.sweeps).toBeGreaterThan(1);
});
