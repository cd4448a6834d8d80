import { Pool } from 'pg';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { merchantAt, racePayments } from '../../scripts/stress/payment-race.ts';
import { sandboxEnvironment } from '../support/api-process.ts';
import { openStage, type Stage } from './support/stage.ts';

const JOBS = 200;

/** Both processes asked for a sweep each second. */
const SWEEPS = `
  SELECT count(*)::int AS sweeps, count(DISTINCT singleton_on)::int AS seconds,
    count(*) FILTER (WHERE state = 'failed')::int AS failed
  FROM pgboss.job WHERE name = 'payment-sweep'`;

let stage: Stage;
let sandbox: Sandbox;
let database: Pool;
beforeAll(async () => {
  stage = await openStage();
  sandbox = await startSandbox({ webhooks: { mode: 'never' } });
  database = new Pool({ connectionString: stage.databaseUrl });
});
afterAll(async () => {
  await database.end();
  await stage.close();
  await sandbox.close();
});

it('confirmations, events and sweeps through two processes charge each job once and pay it once', async () => {
  const environment = sandboxEnvironment(sandbox.url);
  const origins = await Promise.all([stage.start(environment), stage.start(environment)]);
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
