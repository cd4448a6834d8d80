import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { paths, pilotShare } from '@dps/contract';
import { createAccount, fieldOf, type Account } from '../../scripts/stress/account.ts';
import { merchantAt, sendSigned } from '../../scripts/stress/payment-race.ts';
import { setUpPayouts } from '../../scripts/stress/pilot-shares.ts';
import { sendJob } from '../../src/platform/background/send-job.ts';
import { SANDBOX_KEYS, sandboxEnvironment, type ApiProcess } from '../support/api-process.ts';
import { makeWeekOlder } from '../support/shares.ts';
import { jobIn } from './support/jobs.ts';
import { createTestBed, untilState, type TestBed } from './support/test-bed.ts';

let testBed: TestBed;
let sandbox: Sandbox;
let merchant: Stripe;
/** Handles requests and runs no background work. */
let server: ApiProcess;
let owner: Account;
let pilot: Account;
/** The pilot's account at the provider. */
let stripeAccount: string;
beforeAll(async () => {
  testBed = await createTestBed();
  sandbox = await startSandbox({ keys: SANDBOX_KEYS, webhooks: { mode: 'never' } });
  merchant = merchantAt(sandbox.port);
  server = await start({ BACKGROUND_WORK: 'false' });
  owner = await createAccount(server, 'client');
});
beforeEach(async () => {
  pilot = await createAccount(server, 'pilot');
  await setUpPayouts(server, pilot, sandbox);
  stripeAccount = await read(`SELECT account_id AS state FROM payout_accounts WHERE user_id = ${pilot.id}`);
});
afterAll(async () => {
  await testBed.close();
  await sandbox.close();
});

const start = (environment = {}) => testBed.start({ ...sandboxEnvironment(sandbox.url), ...environment });

async function read(statement: string): Promise<string> {
  const [row] = await testBed.database.query<{ state: string | null }[]>(statement);
  return row?.state ?? '';
}

/** The states of the pilot's transfers and payouts. */
const stateOf = () =>
  read(`SELECT concat_ws(', ',
    (SELECT string_agg(status || ' ' || amount_cents - reversed_cents, ', ' ORDER BY id) FROM pilot_transfers WHERE pilot_id = ${pilot.id}),
    (SELECT string_agg('payout ' || status, ', ') FROM payouts WHERE pilot_id = ${pilot.id})) AS state`);

interface Paid {
  paymentId: number;
  intent: string;
  cents: number;
}

async function paidJob(): Promise<Paid> {
  const id = await jobIn(server, 'completed', { owner, pilot });
  const secret = String(fieldOf(await owner.post(server, paths.createPayment(id)), 'clientSecret'));
  const intent = secret.split('_secret_')[0] ?? '';
  await merchant.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  await owner.post(server, paths.confirmPayment(id), { paymentIntentId: intent });
  const [payment] = await testBed.database.query<{ id: number; amount: number }[]>(
    'SELECT id, amount FROM payments WHERE job_id = $1',
    [id],
  );
  return { paymentId: payment?.id ?? 0, intent, cents: payment?.amount ?? 0 };
}

async function refund({ intent }: Paid, amount: number): Promise<void> {
  const { id } = await merchant.refunds.create({ payment_intent: intent, amount });
  const object = { id, payment_intent: intent };
  // The provider repeats events, in any order.
  const deliveries = [1, 2, 1, 2, 1].map((nth) =>
    sendSigned(server, { id: `evt_${id}_${nth}`, type: 'charge.refunded', data: { object } }),
  );
  expect(new Set(await Promise.all(deliveries))).toEqual(new Set([200]));
}

/** Runs the work of a queue in two processes until a state. */
async function completeIn(queue: 'pilot-transfer' | 'payout', rowId: number, state: string): Promise<void> {
  const processes = await Promise.all([start(), start()]);
  await sendJob(testBed.database.manager, queue, rowId);
  await untilState(stateOf, state);
  await Promise.all(processes.map((api) => api.end()));
}

/** Kills a process while it waits for a call of the provider. */
async function killDuring(
  fault: Parameters<Sandbox['injectFault']>[0],
  queue: 'pilot-transfer' | 'payout',
  rowId: number,
) {
  const injected = sandbox.injectFault(fault);
  const killed = await start();
  await sendJob(testBed.database.manager, queue, rowId);
  await injected.met;
  killed.signal('SIGKILL');
  await killed.ended;
  injected.remove();
}

/** Returns the difference between ledger and provider at the account, and the number of transfers and payouts there. */
async function movedMoney() {
  const ours = await read(
    `SELECT coalesce(sum(amount), 0)::text AS state FROM ledger_entries WHERE account = 'payout-account' AND user_id = ${pilot.id}`,
  );
  const { available } = await merchant.balance.retrieve({}, { stripeAccount });
  const { data } = await merchant.transfers.list({ limit: 100 });
  const paidOut = await merchant.payouts.list({}, { stripeAccount });
  return {
    difference: Number(ours) - (available[0]?.amount ?? 0),
    ledgerSum: await read('SELECT sum(amount)::text AS state FROM ledger_entries'),
    transfers: data.filter(({ destination }) => destination === stripeAccount).length,
    payouts: paidOut.data.length,
  };
}

const WHEN = ['before', 'after'] as const;

describe('a process that is killed', () => {
  it.each([
    ['GET', '/v1/payment_intents/*', 'before'],
    ['POST', '/v1/transfers', 'before'],
    ['POST', '/v1/transfers', 'after'],
  ] as const)(
    '[SHARE-3] during a transfer, in %s %s, %s its effect, transfers once',
    async (method, path, when) => {
      const { paymentId, cents } = await paidJob();
      await killDuring({ method, path, kind: 'hang', when }, 'pilot-transfer', paymentId);
      expect(await stateOf()).toBe(`sending ${pilotShare(cents)}`);
      await completeIn('pilot-transfer', paymentId, `transferred ${pilotShare(cents)}`);
      expect(await movedMoney()).toEqual({ difference: 0, ledgerSum: '0', transfers: 1, payouts: 0 });
    },
  );

  it('[SHARE-3] in the transaction that records a transfer transfers once', async () => {
    const { paymentId, cents } = await paidJob();
    const runner = testBed.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE ledger_entries IN EXCLUSIVE MODE');
    const killed = await start();
    await untilState(
      () =>
        read(
          `SELECT count(*)::text AS state FROM pg_locks WHERE NOT granted AND relation = 'ledger_entries'::regclass`,
        ),
      '1',
    );
    killed.signal('SIGKILL');
    await killed.ended;
    await testBed.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND relation = 'ledger_entries'::regclass`,
    );
    await runner.rollbackTransaction();
    await runner.release();
    await completeIn('pilot-transfer', paymentId, `transferred ${pilotShare(cents)}`);
    expect(await movedMoney()).toEqual({ difference: 0, ledgerSum: '0', transfers: 1, payouts: 0 });
  });

  it.each(WHEN)('[SHARE-5] during a reversal, %s its effect, reverses once', async (when) => {
    const paid = await paidJob();
    await completeIn('pilot-transfer', paid.paymentId, `transferred ${pilotShare(paid.cents)}`);
    await refund(paid, 5050);
    const path = '/v1/transfers/*/reversals';
    await killDuring({ path, method: 'POST', kind: 'hang', when }, 'pilot-transfer', paid.paymentId);
    await completeIn('pilot-transfer', paid.paymentId, `transferred ${pilotShare(paid.cents - 5050)}`);
    expect(await movedMoney()).toEqual({ difference: 0, ledgerSum: '0', transfers: 1, payouts: 0 });
  });

  it.each([
    ['GET', '/v1/balance', 'before'],
    ['POST', '/v1/payouts', 'before'],
    ['POST', '/v1/payouts', 'after'],
  ] as const)(
    '[SHARE-7] during a payout, in %s %s, %s its effect, pays out once',
    async (method, path, when) => {
      const { paymentId, cents } = await paidJob();
      await completeIn('pilot-transfer', paymentId, `transferred ${pilotShare(cents)}`);
      await makeWeekOlder({ dataSource: testBed.database });
      await killDuring({ method, path, kind: 'hang', when }, 'payout', pilot.id);
      await completeIn('payout', pilot.id, `transferred ${pilotShare(cents)}, payout in-transit`);
      expect(await movedMoney()).toEqual({ difference: 0, ledgerSum: '0', transfers: 1, payouts: 1 });
    },
  );
});
