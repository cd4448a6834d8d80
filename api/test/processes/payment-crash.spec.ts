import { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { paths } from '@dps/shared-contracts';
import { createAccount, fieldOf, type Account, type Reply } from '../../scripts/stress/account.ts';
import { merchantAt } from '../../scripts/stress/payment-race.ts';
import { sendSigned } from '../../scripts/stress/signed-event.ts';
import { sandboxEnvironment, type ApiProcess } from '../support/api-process.ts';
import { untilBlocked } from '../support/overtake.ts';
import { jobIn } from './support/jobs.ts';
import { openStage, type Stage } from './support/stage.ts';

const HEALED_WITHIN_MS = 60_000;
const NEVER = { PAYMENT_SWEEP_EVERY_SECONDS: '86400' };

let stage: Stage;
let sandbox: Sandbox;
let merchant: Stripe;
/** Stays, and sweeps. */
let survivor: ApiProcess;
/** Does what it is told until it is killed; it does not sweep. */
let victim: ApiProcess;
let owner: Account;
let pilot: Account;
beforeAll(async () => {
  stage = await openStage();
  sandbox = await startSandbox({ webhooks: { mode: 'never' } });
  merchant = merchantAt(sandbox.port);
  survivor = await start();
  owner = await createAccount(survivor, 'client');
  pilot = await createAccount(survivor, 'pilot');
});
beforeEach(async () => {
  victim = await start(NEVER);
});
afterAll(async () => {
  await stage.close();
  await sandbox.close();
});

const start = (environment = {}) => stage.start({ ...sandboxEnvironment(sandbox.url), ...environment });

const intentOf = (reply: Reply) => String(fieldOf(reply, 'clientSecret')).split('_secret_')[0] ?? '';

async function open(api: ApiProcess, jobId: number): Promise<string> {
  const intent = intentOf(await owner.post(api, paths.createPayment(jobId)));
  expect(intent).toMatch(/^pi_/);
  return intent;
}

const pay = (intent: string) => merchant.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });

/** Keeps the sweep away from a job's payment for so many seconds from now. */
const keepFor = (jobId: number, seconds: number) =>
  stage.database.query(
    `UPDATE payments SET check_after = now() + $2 * interval '1 second' WHERE job_id = $1`,
    [jobId, seconds],
  );

/** A job whose owner has paid through the victim, of which nobody has told and which the sweep does not look up yet. */
async function paidInSecret(): Promise<{ jobId: number; intent: string }> {
  const jobId = await jobIn(survivor, 'completed', { owner, pilot });
  const intent = await open(victim, jobId);
  await keepFor(jobId, 3600);
  await pay(intent);
  return { jobId, intent };
}

const confirm = (jobId: number, paymentIntentId: string) =>
  owner.post(victim, paths.confirmPayment(jobId), { paymentIntentId });

/** Kills the victim in the middle of a request, whose connection breaks. */
async function killDuring(request: Promise<unknown>): Promise<void> {
  const end = request.then(() => 'an answer', String);
  victim.signal('SIGKILL');
  expect(await victim.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await end).toMatch(/socket hang up|ECONNRESET|fetch failed/);
}

const PAYMENTS = `SELECT array_agg(status ORDER BY id) AS payments, (SELECT status FROM jobs WHERE id = $1) AS job
  FROM payments WHERE job_id = $1`;

async function stateOf(jobId: number): Promise<string> {
  const [row] = await stage.database.query<{ payments: string[]; job: string }[]>(PAYMENTS, [jobId]);
  return `${row?.job}: ${row?.payments.join(', ')}`;
}

interface Healed {
  state: string;
  /** How often the provider has charged the owner for the job. */
  charges: number;
}

/** How a job and its payments stand once they stand so, or after a minute. */
async function healed(jobId: number, expected: string): Promise<Healed> {
  const from = performance.now();
  let state = await stateOf(jobId);
  while (state !== expected && performance.now() - from < HEALED_WITHIN_MS) state = await stateOf(jobId);
  const { data } = await merchant.charges.list({ limit: 100 });
  const own = data.filter(({ metadata }) => metadata['jobId'] === String(jobId));
  return { state, charges: own.filter(({ status }) => status === 'succeeded').length };
}

describe('a process that is killed', () => {
  it.each(['before', 'after'] as const)(
    'while it starts a payment, %s the provider has done so, charges once',
    async (when) => {
      const jobId = await jobIn(survivor, 'completed', { owner, pilot });
      const fault = sandbox.injectFault({ path: '/v1/payment_intents', method: 'POST', kind: 'hang', when });
      const request = owner.post(victim, paths.createPayment(jobId));
      await fault.met;
      await killDuring(request);
      fault.remove();
      await pay(await open(survivor, jobId));
      expect(await healed(jobId, 'paid: completed')).toEqual({ state: 'paid: completed', charges: 1 });
    },
  );

  it('between the charge and its confirmation is healed by the sweep', async () => {
    const { jobId, intent } = await paidInSecret();
    const fault = sandbox.injectFault({ path: `/v1/payment_intents/${intent}`, method: 'GET', kind: 'hang' });
    const request = confirm(jobId, intent);
    await fault.met;
    await killDuring(request);
    fault.remove();
    await keepFor(jobId, 0);
    expect(await healed(jobId, 'paid: completed')).toEqual({ state: 'paid: completed', charges: 1 });
  });

  it.each([
    ['settles', (jobId: number, intent: string) => confirm(jobId, intent)],
    [
      'takes an event',
      (_jobId: number, intent: string) =>
        sendSigned(victim, {
          id: `evt_${intent}`,
          type: 'payment_intent.succeeded',
          data: { object: { id: intent } },
        }),
    ],
  ])('in the transaction that %s leaves nothing of it, and the sweep heals it', async (_what, request) => {
    const { jobId, intent } = await paidInSecret();
    const runner = stage.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [jobId]);
    const sent = request(jobId, intent);
    await untilBlocked(stage.database, sent);
    await killDuring(sent);
    await runner.rollbackTransaction();
    await runner.release();
    expect(
      await stage.database.query('SELECT FROM provider_events WHERE event_id = $1', [`evt_${intent}`]),
    ).toEqual([]);
    await keepFor(jobId, 0);
    expect(await healed(jobId, 'paid: completed')).toEqual({ state: 'paid: completed', charges: 1 });
  });

  it('while it cancels a card payment for money received elsewhere leaves the job to be paid either way', async () => {
    const jobId = await jobIn(survivor, 'completed', { owner, pilot });
    await open(victim, jobId);
    await keepFor(jobId, 3600);
    const fault = sandbox.injectFault({ path: '/v1/payment_intents/*/cancel', kind: 'hang', when: 'after' });
    const request = pilot.patch(victim, paths.job(jobId), { status: 'paid' });
    await fault.met;
    await killDuring(request);
    fault.remove();
    await keepFor(jobId, 0);
    expect(await healed(jobId, 'completed: canceled')).toEqual({ state: 'completed: canceled', charges: 0 });
    expect((await pilot.patch(survivor, paths.job(jobId), { status: 'paid' })).status).toBe(200);
    expect(await healed(jobId, 'paid: canceled, completed')).toEqual({
      state: 'paid: canceled, completed',
      charges: 0,
    });
  });

  it('while it sweeps holds nobody up', async () => {
    const { jobId, intent } = await paidInSecret();
    await Promise.all([survivor.end(), victim.end()]);
    const fault = sandbox.injectFault({ path: `/v1/payment_intents/${intent}`, method: 'GET', kind: 'hang' });
    victim = await start();
    await keepFor(jobId, 0);
    await fault.met;
    victim.signal('SIGKILL');
    await victim.ended;
    fault.remove();
    survivor = await start();
    expect(await healed(jobId, 'paid: completed')).toEqual({ state: 'paid: completed', charges: 1 });
  });
});
