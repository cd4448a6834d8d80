import {
  jobDetailView,
  paths,
  payoutBalanceView,
  payoutListView,
  paymentListView,
  type PayoutBalanceView,
} from '@dps/contract';
import { expectError, expectView, TestClient } from './support/client.ts';
import { dispute, readyAccount, refund, startPayingServer, type PayingServer } from './support/payments.ts';
import { ledgerOf, makeWeekOlder, paidJob } from './support/shares.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startPayingServer();
  owner = await createUser(server, 'client');
});
beforeEach(async () => {
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

/** A paid job of 1,450.50 dollars, whose share of 1,015.35 dollars waits. */
const paid = () => paidJob(server, { owner, pilot });

/** Pays out what is at the account, as on the next Friday. Returns the payout at the provider. */
async function payOut(): Promise<string> {
  await makeWeekOlder(server);
  await server.dataSource.query('UPDATE payouts SET week = week - 7');
  await server.runNow('payouts');
  await server.runNow('payout');
  const [row] = await server.dataSource.query<{ id: string }[]>(
    'SELECT provider_payout_id AS id FROM payouts WHERE pilot_id = $1 ORDER BY id DESC LIMIT 1',
    [pilot.user.id],
  );
  return row?.id ?? '';
}

async function finish(payout: string, outcome: 'paid' | 'failed'): Promise<void> {
  await server.sandbox.finishPayout(payout, outcome);
  const last = server.sandbox.events().findLast(({ event }) => JSON.stringify(event.data).includes(payout));
  server.sandbox.resend(last?.event.id ?? '');
  await server.sandbox.webhooksIdle();
}

/** Returns the money of the pilot, and checks that it is that of the ledger. */
async function balance(): Promise<PayoutBalanceView> {
  const view = expectView(await pilot.client.get(paths.payoutBalance()), 200, payoutBalanceView);
  const ledger = await ledgerOf(server, 'user_id', pilot.user.id);
  const { availableAmount, onTheWayAmount, paidOutAmount, waitingAmount } = view;
  const cents = (dollars: number) => Math.round(dollars * 100);
  expect(cents(onTheWayAmount + paidOutAmount)).toBe(ledger['bank'] ?? 0);
  // Without the money that a reversal still takes from the account.
  expect(cents(availableAmount + waitingAmount)).toBe(
    (ledger['pilot'] ?? 0) + (ledger['payout-account'] ?? 0),
  );
  return view;
}

const NOTHING = { availableAmount: 0, onTheWayAmount: 0, paidOutAmount: 0, waitingAmount: 0, heldAmount: 0 };
const SHARE = 1015.35;
const listOf = async ({ client }: TestUser) =>
  expectView(await client.get(paths.payouts()), 200, payoutListView);

describe('the money of a pilot', () => {
  it('[PAYOUT-9] waits, is available, is on the way and is paid out, and agrees with the ledger', async () => {
    expect(await balance()).toEqual(NOTHING);
    await paid();
    expect(await balance()).toEqual({ ...NOTHING, waitingAmount: SHARE });
    await readyAccount(server, pilot);
    await server.runNow('pilot-transfer');
    expect(await balance()).toEqual({ ...NOTHING, availableAmount: SHARE });
    const payout = await payOut();
    expect(await balance()).toEqual({ ...NOTHING, onTheWayAmount: SHARE });
    await finish(payout, 'paid');
    expect(await balance()).toEqual({ ...NOTHING, paidOutAmount: SHARE });
    await finish(payout, 'failed');
    expect(await balance()).toEqual({ ...NOTHING, availableAmount: SHARE });
  });

  it('[PAYOUT-9] is negative after a refund of money that was paid out, and held during a dispute', async () => {
    await readyAccount(server, pilot);
    const { intent } = await paid();
    await server.runNow('pilot-transfer');
    await finish(await payOut(), 'paid');
    await refund(server, intent, 10_000);
    const negative = { ...NOTHING, availableAmount: -70, paidOutAmount: SHARE };
    expect(await balance()).toEqual(negative);
    await server.runNow('pilot-transfer');
    expect(await balance()).toEqual(negative);
    const { intent: disputed } = await paid();
    await dispute(server, disputed);
    expect(await balance()).toEqual({ ...negative, heldAmount: SHARE });
    const { intent: partly } = await paid();
    await dispute(server, partly, 10_000);
    expect(await balance()).toEqual({ ...negative, waitingAmount: SHARE - 70, heldAmount: SHARE + 70 });
  });
});

describe('the payouts of a pilot', () => {
  it('[PAYOUT-10] are listed with their jobs, which sum to the amount, newest first and in pages', async () => {
    await readyAccount(server, pilot);
    const one = await paid();
    await server.runNow('pilot-transfer');
    await finish(await payOut(), 'paid');
    await refund(server, one.intent, 10_000);
    const two = await paid();
    await server.runNow('pilot-transfer');
    await payOut();
    const title = expect.any(String);
    const [last, first] = await listOf(pilot);
    expect(last).toMatchObject({
      amount: 945.35,
      status: 'in-transit',
      arrivesOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      paidAt: null,
      jobs: [
        { id: one.id, title, amount: -70 },
        { id: two.id, title, amount: SHARE },
      ],
    });
    expect(first).toMatchObject({
      amount: SHARE,
      status: 'paid',
      paidAt: expect.stringMatching(/Z$/),
      jobs: [{ id: one.id, title, amount: SHARE }],
    });
    const page = await pilot.client.get(`${paths.payouts()}?limit=1`);
    expect(page.headers.get('link')).toBe(`<${paths.payouts()}?limit=1&after=${last?.id}>; rel="next"`);
    expect(await listOf(await createUser(server, 'pilot'))).toEqual([]);
  });

  it('[PAYOUT-10] that failed have the reason, and keep their jobs', async () => {
    await readyAccount(server, pilot);
    const { id } = await paid();
    await server.runNow('pilot-transfer');
    await finish(await payOut(), 'failed');
    expect(await listOf(pilot)).toMatchObject([
      { status: 'failed', failureCode: 'account_closed', failureMessage: expect.any(String), jobs: [{ id }] },
    ]);
  });

  it('[PAYOUT-10] are 403 for clients and 401 for visitors', async () => {
    for (const path of [paths.payouts(), paths.payoutBalance()]) {
      expectError(await owner.client.get(path), 403, 'forbidden');
      expectError(await new TestClient(server).get(path), 401, 'unauthenticated');
    }
  });
});

it('[PAYOUT-8] the pilot reads the status of the share in the job and in the list of payments, the client does not', async () => {
  const { id } = await paid();
  const shares = async ({ client }: TestUser) => {
    const job = expectView(await client.get(paths.job(id)), 200, jobDetailView);
    const payments = expectView(await client.get(paths.payments()), 200, paymentListView);
    return [job.payment?.share, payments.find(({ jobId }) => jobId === id)?.share];
  };
  expect(await shares(pilot)).toEqual(['waiting', 'waiting']);
  await readyAccount(server, pilot);
  expect(await shares(pilot)).toEqual(['transferring', 'transferring']);
  await server.runNow('pilot-transfer');
  expect(await shares(pilot)).toEqual(['available', 'available']);
  const payout = await payOut();
  expect(await shares(pilot)).toEqual(['on-the-way', 'on-the-way']);
  await finish(payout, 'paid');
  expect(await shares(pilot)).toEqual(['paid-out', 'paid-out']);
  expect(await shares(owner)).toEqual([undefined, undefined]);
});
