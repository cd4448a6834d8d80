import { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { paths } from '@dps/contract';
import { createAccount, fieldOf, type Account, type Reply } from '../../scripts/stress/account.ts';
import { merchantAt, sendSigned } from '../../scripts/stress/payment-race.ts';
import { sendJob } from '../../src/platform/background/send-job.ts';
import { SANDBOX_KEYS, sandboxEnvironment, type ApiProcess } from '../support/api-process.ts';
import { untilBlocked } from '../support/concurrent-change.ts';
import { jobIn } from './support/jobs.ts';
import { createTestBed, untilState, type TestBed } from './support/test-bed.ts';

const NEVER = { BACKGROUND_WORK: 'false' };

let testBed: TestBed;
let sandbox: Sandbox;
let merchant: Stripe;
/** Runs during the complete test and sweeps. */
let sweepingApi: ApiProcess;
/** Handles the requests until it is killed. It does not sweep. */
let killedApi: ApiProcess;
let owner: Account;
let pilot: Account;
beforeAll(async () => {
  testBed = await createTestBed();
  sandbox = await startSandbox({ keys: SANDBOX_KEYS, webhooks: { mode: 'never' } });
  merchant = merchantAt(sandbox.port);
  sweepingApi = await start();
  owner = await createAccount(sweepingApi, 'client');
  pilot = await createAccount(sweepingApi, 'pilot');
});
beforeEach(async () => {
  killedApi = await start(NEVER);
});
afterAll(async () => {
  await testBed.close();
  await sandbox.close();
});

const start = (environment = {}) => testBed.start({ ...sandboxEnvironment(sandbox.url), ...environment });

const intentOf = (reply: Reply) => String(fieldOf(reply, 'clientSecret')).split('_secret_')[0] ?? '';

async function open(api: ApiProcess, jobId: number): Promise<string> {
  const intent = intentOf(await owner.post(api, paths.createPayment(jobId)));
  expect(intent).toMatch(/^pi_/);
  return intent;
}

const pay = (intent: string) => merchant.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });

/** Delays the next sweep of the payment by this many seconds. */
const delaySweep = (jobId: number, seconds: number) =>
  testBed.database.query(
    `UPDATE payments SET check_after = now() + $2 * interval '1 second' WHERE job_id = $1`,
    [jobId, seconds],
  );

/** Creates a job that is paid at the provider, without an event and with a delayed sweep. */
async function paidWithoutEvent(): Promise<{ jobId: number; intent: string }> {
  const jobId = await jobIn(sweepingApi, 'completed', { owner, pilot });
  const intent = await open(killedApi, jobId);
  await delaySweep(jobId, 3600);
  await pay(intent);
  return { jobId, intent };
}

const confirm = (jobId: number, paymentIntentId: string) =>
  owner.post(killedApi, paths.confirmPayment(jobId), { paymentIntentId });

/** Kills the process during a request and expects that the connection breaks. */
async function killDuring(request: Promise<unknown>): Promise<void> {
  const end = request.then(() => 'a response', String);
  killedApi.signal('SIGKILL');
  expect(await killedApi.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await end).toMatch(/socket hang up|ECONNRESET|fetch failed/);
}

const PAYMENTS = `SELECT array_agg(status ORDER BY id) AS payments, (SELECT status FROM jobs WHERE id = $1) AS job
  FROM payments WHERE job_id = $1`;

async function stateOf(jobId: number): Promise<string> {
  const [row] = await testBed.database.query<{ payments: string[]; job: string }[]>(PAYMENTS, [jobId]);
  return `${row?.job}: ${row?.payments.join(', ')}`;
}

/** Requests a sweep, unless one waits. */
const sweepNow = () => sendJob(testBed.database.manager, 'payment-sweep', 0);

/**
 * Sweeps until a state of a job and its payments, and expects that the ledger has the successful charges for the job. Returns their
 * number.
 */
async function chargesUntil(jobId: number, expected: string): Promise<number> {
  await untilState(async () => {
    await sweepNow();
    return stateOf(jobId);
  }, expected);
  const { data } = await merchant.charges.list({ limit: 100 });
  const own = data.filter(({ metadata }) => metadata['jobId'] === String(jobId));
  const charges = own.filter(({ status }) => status === 'succeeded');
  const client = `SELECT -amount AS cents FROM ledger_entries WHERE job_id = $1 AND account = 'client'`;
  expect(await testBed.database.query(client, [jobId])).toEqual(
    charges.map(({ amount }) => ({ cents: amount })),
  );
  return charges.length;
}

describe('a process that is killed', () => {
  it.each(['before', 'after'] as const)(
    'while it creates a payment, %s the provider has created it, charges once',
    async (when) => {
      const jobId = await jobIn(sweepingApi, 'completed', { owner, pilot });
      const fault = sandbox.injectFault({ path: '/v1/payment_intents', method: 'POST', kind: 'hang', when });
      const request = owner.post(killedApi, paths.createPayment(jobId));
      await fault.met;
      await killDuring(request);
      fault.remove();
      await pay(await open(sweepingApi, jobId));
      expect(await chargesUntil(jobId, 'paid: completed')).toBe(1);
    },
  );

  it('[SETTLE-16] between the charge and its confirmation leaves a payment that the sweep settles', async () => {
    const { jobId, intent } = await paidWithoutEvent();
    const fault = sandbox.injectFault({ path: `/v1/payment_intents/${intent}`, method: 'GET', kind: 'hang' });
    const request = confirm(jobId, intent);
    await fault.met;
    await killDuring(request);
    fault.remove();
    await delaySweep(jobId, 0);
    expect(await chargesUntil(jobId, 'paid: completed')).toBe(1);
  });

  it.each([
    ['settles', (jobId: number, intent: string) => confirm(jobId, intent)],
    [
      'processes an event',
      (_jobId: number, intent: string) =>
        sendSigned(killedApi, {
          id: `evt_${intent}`,
          type: 'payment_intent.succeeded',
          data: { object: { id: intent } },
        }),
    ],
  ])(
    'in the transaction that %s rolls it back, and the sweep settles the payment',
    async (_what, request) => {
      const { jobId, intent } = await paidWithoutEvent();
      const runner = testBed.database.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [jobId]);
      const sent = request(jobId, intent);
      await untilBlocked(testBed.database, sent);
      await killDuring(sent);
      await runner.rollbackTransaction();
      await runner.release();
      expect(
        await testBed.database.query('SELECT FROM provider_events WHERE event_id = $1', [`evt_${intent}`]),
      ).toEqual([]);
      await delaySweep(jobId, 0);
      expect(await chargesUntil(jobId, 'paid: completed')).toBe(1);
    },
  );

  it('while it cancels a card payment for a manual payment leaves a job that can be paid', async () => {
    const jobId = await jobIn(sweepingApi, 'completed', { owner, pilot });
    await open(killedApi, jobId);
    await delaySweep(jobId, 3600);
    const fault = sandbox.injectFault({ path: '/v1/payment_intents/*/cancel', kind: 'hang', when: 'after' });
    const request = pilot.patch(killedApi, paths.job(jobId), { status: 'paid' });
    await fault.met;
    await killDuring(request);
    fault.remove();
    await delaySweep(jobId, 0);
    expect(await chargesUntil(jobId, 'completed: canceled')).toBe(0);
    expect((await pilot.patch(sweepingApi, paths.job(jobId), { status: 'paid' })).status).toBe(200);
    expect(await chargesUntil(jobId, 'paid: canceled, completed')).toBe(0);
  });

  it('during a sweep does not block the next sweep', async () => {
    const { jobId, intent } = await paidWithoutEvent();
    await Promise.all([sweepingApi.end(), killedApi.end()]);
    const fault = sandbox.injectFault({ path: `/v1/payment_intents/${intent}`, method: 'GET', kind: 'hang' });
    killedApi = await start();
    await delaySweep(jobId, 0);
    await sweepNow();
    await fault.met;
    killedApi.signal('SIGKILL');
    await killedApi.ended;
    fault.remove();
    sweepingApi = await start();
    expect(await chargesUntil(jobId, 'paid: completed')).toBe(1);
  });
});
