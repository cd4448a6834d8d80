import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { payoutWeek } from '@dps/contract';
import { LedgerCheck } from '../src/modules/payments/ledger/ledger-check.ts';
import { ShareAdministration } from '../src/modules/payments/transfers/share-administration.ts';
import { readyAccount, refund, sendEvent, startPayingServer, type PayingServer } from './support/payments.ts';
import { ledgerOf, makeWeekOlder, paidJob, runAgain } from './support/shares.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PayingServer;
let check: LedgerCheck;
let shares: ShareAdministration;
let owner: TestUser;
let pilot: TestUser;
let account: string;
beforeAll(async () => {
  const prepare = (app: NestFastifyApplication) => {
    check = app.get(LedgerCheck);
  };
  server = await startPayingServer({ prepare });
  owner = await createUser(server, 'client');
  shares = new ShareAdministration(server.dataSource, 'olga');
});
beforeEach(async () => {
  await server.dataSource.query('DELETE FROM payments');
  await server.dataSource.query('DELETE FROM payout_accounts');
  pilot = await createUser(server, 'pilot');
  account = await readyAccount(server, pilot);
});
afterAll(() => server.close());

/** Transfers the share of a paid job. */
async function transferred(budget?: number): Promise<{ id: number; intent: string }> {
  const job = await paidJob(server, { owner, pilot }, budget);
  await server.runNow('pilot-transfer');
  return job;
}

/** Pays out as the schedule does. Returns the failures. */
async function payOut(): Promise<unknown[]> {
  await server.runNow('payouts');
  return server.runNow('payout');
}

interface PayoutRow {
  id: number;
  line: string;
  providerId: string | null;
}

const rowsOf = () =>
  server.dataSource.query<PayoutRow[]>(
    `SELECT id, concat_ws(' ', status, amount_cents, failure_code) AS line, provider_payout_id AS "providerId"
     FROM payouts WHERE pilot_id = $1 ORDER BY id`,
    [pilot.user.id],
  );
const payouts = async () => (await rowsOf()).map(({ line }) => line);

async function providerId(): Promise<string> {
  const [row] = await rowsOf();
  return row?.providerId ?? '';
}

/** Sends the last event of a payout to the API. */
async function deliver(id: string): Promise<void> {
  const found = server.sandbox.events().findLast(({ event }) => JSON.stringify(event.data).includes(id));
  server.sandbox.resend(found?.event.id ?? '');
  await server.sandbox.webhooksIdle();
}

async function finish(outcome: 'paid' | 'failed'): Promise<void> {
  const id = await providerId();
  await server.sandbox.finishPayout(id, outcome);
  await deliver(id);
}

const expectEqual = async () =>
  expect(await check.run({ signal: new AbortController().signal })).toMatchObject({
    different: 0,
    unavailable: 0,
  });

it('[SHARE-7, SHARE-8] the balance of a week is paid out once, and arrives', async () => {
  await transferred();
  await transferred();
  await makeWeekOlder(server);
  await payOut();
  await payOut();
  expect(await payouts()).toEqual(['in-transit 203070']);
  const [facts] = await server.dataSource.query(
    `SELECT week::text, arrives_on IS NOT NULL AS arrives,
      (SELECT count(*)::int FROM pilot_transfers WHERE payout_id = payouts.id) AS transfers FROM payouts WHERE pilot_id = $1`,
    [pilot.user.id],
  );
  expect(facts).toEqual({ week: payoutWeek(new Date()), arrives: true, transfers: 2 });
  await expectEqual();
  await finish('paid');
  for (let delivery = 1; delivery <= 5; delivery += 1) await deliver(await providerId());
  expect(await payouts()).toEqual(['paid 203070']);
  expect(await ledgerOf(server, 'user_id', pilot.user.id)).toEqual({ bank: 203_070 });
});

it.each(['in-transit', 'paid'])(
  '[SHARE-8] a payout that fails after it was %s returns its money',
  async (state) => {
    await transferred();
    await makeWeekOlder(server);
    await payOut();
    if (state === 'paid') await finish('paid');
    await finish('failed');
    await deliver(await providerId());
    expect(await payouts()).toEqual(['failed 101535 account_closed']);
    expect(await ledgerOf(server, 'user_id', pilot.user.id)).toEqual({ 'payout-account': 101_535 });
    await expectEqual();
    // One payout a week.
    await payOut();
    expect(await payouts()).toEqual(['failed 101535 account_closed']);
    await server.dataSource.query('UPDATE payouts SET week = week - 7');
    await payOut();
    expect(await payouts()).toEqual(['failed 101535 account_closed', 'in-transit 101535']);
  },
);

it('[SHARE-8] the daily look-up finds the end of a payout without an event', async () => {
  await transferred();
  await makeWeekOlder(server);
  await payOut();
  await server.sandbox.finishPayout(await providerId(), 'paid');
  await payOut();
  expect(await payouts()).toEqual(['paid 101535']);
});

it.each([
  ['of less than 50 dollars', async () => void (await transferred(71.42))],
  [
    'after a refund',
    async () => {
      const { intent } = await transferred();
      await refund(server, intent);
      await server.runNow('pilot-transfer');
    },
  ],
])('[SHARE-7] a balance %s is not paid out', async (_what, arrange) => {
  await arrange();
  await makeWeekOlder(server);
  await payOut();
  expect(await payouts()).toEqual([]);
});

it('[SHARE-7] money after the Friday is due on the next one', async () => {
  await transferred();
  await server.dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(`UPDATE ledger_entries SET at = $1::date + interval '1 day'`, [
      payoutWeek(new Date()),
    ]);
  });
  await payOut();
  expect(await payouts()).toEqual([]);
});

it('[SHARE-5, SHARE-7] money that was refunded after its payout is taken from the next payout', async () => {
  const { intent } = await transferred();
  await makeWeekOlder(server);
  await payOut();
  await finish('paid');
  await refund(server, intent, 5050);
  await server.runNow('pilot-transfer');
  await transferred();
  await server.runNow('pilot-transfer');
  await makeWeekOlder(server);
  await server.dataSource.query('UPDATE payouts SET week = week - 7');
  await payOut();
  expect(await payouts()).toEqual(['paid 101535', 'in-transit 98000']);
  expect(await ledgerOf(server, 'user_id', pilot.user.id)).toEqual({ bank: 199_535 });
});

it.each([
  ['before', '500'],
  ['after', '500'],
  ['after', 'hang'],
] as const)('[SHARE-7] is requested once if the call fails %s its effect with %s', async (when, kind) => {
  await transferred();
  await makeWeekOlder(server);
  const fault = server.sandbox.injectFault({ path: '/v1/payouts', method: 'POST', kind, when });
  expect(await payOut()).toEqual([{ message: expect.stringContaining('cannot be reached') }]);
  fault.remove();
  expect(await payouts()).toEqual(['requested 101535']);
  await expectEqual();
  await runAgain(server, 'payout');
  expect(await payouts()).toEqual(['in-transit 101535']);
  const { data } = await server.merchant.payouts.list({}, { stripeAccount: account });
  expect(data).toHaveLength(1);
});

it('[SHARE-8] a payout that the provider refuses has failed, with its money at the account', async () => {
  await transferred();
  await makeWeekOlder(server);
  const blocked = server.sandbox.injectFault({ path: '/v1/payouts', method: 'POST', kind: 'hang' });
  const refused = payOut();
  await blocked.met;
  await server.merchant.payouts.create({ amount: 1, currency: 'usd' }, { stripeAccount: account });
  blocked.remove();
  expect(await refused).toEqual([{ message: expect.stringContaining('balance_insufficient') }]);
  expect(await payouts()).toEqual(['failed 101535 balance_insufficient']);
  const [{ id } = { id: 0 }] = await rowsOf();
  expect(await shares.list()).toContain(
    `payout ${id} of ${pilot.user.username}, $1,015.35: balance_insufficient`,
  );
  expect(await ledgerOf(server, 'user_id', pilot.user.id)).toEqual({ 'payout-account': 101_535 });
});

describe('[LEDGER-7] the nightly check', () => {
  const payOutElsewhere = (amount: number) =>
    server.merchant.payouts.create({ amount, currency: 'usd' }, { stripeAccount: account });

  it.each([
    ['money that left the account elsewhere', () => payOutElsewhere(1)],
    [
      'another result of a payout',
      async () => {
        await makeWeekOlder(server);
        await payOut();
        await server.sandbox.finishPayout(await providerId(), 'failed');
        await payOutElsewhere(101_535);
      },
    ],
    [
      'money at an account that is closed',
      () => server.dataSource.query(`UPDATE payout_accounts SET account_id = 'acct_closed'`),
    ],
  ])('reports %s', async (_what, change) => {
    await transferred();
    await expectEqual();
    await change();
    const counts = await check.run({ signal: new AbortController().signal });
    expect(counts).toMatchObject({ different: 1, unavailable: 0 });
  });
});

it('[SHARE-9] an operator lists, explains and repeats a failed payout', async () => {
  await transferred();
  await makeWeekOlder(server);
  await payOut();
  await finish('failed');
  const { username } = pilot.user;
  const [{ id } = { id: 0 }] = await rowsOf();
  expect(await shares.list()).toContain(
    `payout ${id} of ${username}, $1,015.35: account_closed: The bank account has been closed.`,
  );
  expect(await shares.repeat(username)).toBe(1);
  await server.runNow('payout');
  expect(await payouts()).toEqual(['failed 101535 account_closed', 'in-transit 101535']);
  expect(await shares.repeat(username)).toBe(0);
  expect(await shares.explain(username)).toEqual([
    expect.stringMatching(/^account acct_\w+ ready$/),
    'ledger pilot 0.00',
    'ledger payout-account 0.00',
    'ledger bank 1015.35',
    expect.stringMatching(
      /^transfer \d+ of payment \d+ transferred 1015\.35 reversed 0\.00 tr_\w+ payout \d+$/,
    ),
    expect.stringMatching(
      /^payout \d+ of [\d-]+ failed 1015\.35 po_\w+ arrives .+ account_closed .+ repeated /,
    ),
    expect.stringMatching(/^payout \d+ of [\d-]+ in-transit 1015\.35 po_\w+ arrives [\d-]+$/),
  ]);
  await expect(shares.explain('no-such-user')).rejects.toThrow('There is no account');
});

it.each([
  ['another platform', 'acct_elsewhere'],
  ['the pilot, with a payout of the dashboard', null],
])('[SHARE-8] an event of an account of %s changes nothing', async (_whose, elsewhere) => {
  const amount = await transferred().then(() => 100);
  const payout = await server.merchant.payouts.create(
    { amount, currency: 'usd' },
    { stripeAccount: account },
  );
  const event = { id: `evt_${payout.id}`, type: 'payout.paid', data: { object: { id: payout.id } } };
  expect((await sendEvent(server, { ...event, account: elsewhere ?? account })).status).toBe(200);
  expect(await payouts()).toEqual([]);
});
