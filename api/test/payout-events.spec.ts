import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { paths, payoutAccountLinkView } from '@dps/contract';
import { shuffled } from '../scripts/stress/payment-race.ts';
import { LedgerCheck } from '../src/modules/payments/ledger/ledger-check.ts';
import { expectView } from './support/client.ts';
import { sendEvent, startPayingServer, visitSetUp, type PayingServer } from './support/payments.ts';
import { ledgerOf, makeWeekOlder, paidJob } from './support/shares.ts';
import { createUser, type TestUser } from './support/users.ts';

const DELIVERIES = 5;
const AT_A_TIME = 4;

let server: PayingServer;
let check: LedgerCheck;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  const prepare = (app: NestFastifyApplication) => {
    check = app.get(LedgerCheck);
  };
  server = await startPayingServer({ prepare });
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

/** Sends all events of the provider until now and those of transfers, each five times, in any order, between the background work. */
async function deliverAll(): Promise<void> {
  const { data } = await server.merchant.transfers.list();
  const ofTransfers = data.flatMap((object) =>
    ['transfer.created', 'transfer.reversed'].map((type) => ({
      id: `${type}_${object.id}`,
      type,
      data: { object },
    })),
  );
  const events = [...ofTransfers, ...server.sandbox.events().map(({ event }) => event)];
  const deliveries = shuffled(
    events.flatMap((event) => Array.from({ length: DELIVERIES }, (_, nth) => ({ event, nth }))),
  );
  while (deliveries.length > 0) {
    const sent = deliveries.splice(0, AT_A_TIME).map(({ event, nth }) =>
      // The provider repeats an event with its id, and has several events for one state.
      sendEvent(server, { ...event, id: `${event.id}_${deliveries.length}_${nth % 2}` }),
    );
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    await server.runNow('pilot-transfer');
  }
}

/** The transfers and payouts of the pilot. */
async function lines(): Promise<string[]> {
  const rows = await server.dataSource.query<{ line: string }[]>(
    `SELECT concat_ws(' ', number, status, amount_cents, '-', reversed_cents) AS line, id, 1 AS part FROM pilot_transfers
     UNION ALL SELECT concat_ws(' ', 'payout', status, amount_cents), id, 2 FROM payouts ORDER BY part, id`,
  );
  return rows.map(({ line }) => line);
}

/** Expects this state at the API, a ledger that sums to zero, and the same money at the provider. */
async function expectState(expected: string[], ledger: Record<string, number>): Promise<void> {
  expect(await lines()).toEqual(expected);
  expect(await ledgerOf(server, 'user_id', pilot.user.id)).toEqual(ledger);
  const [sum] = await server.dataSource.query('SELECT sum(amount)::int AS cents FROM ledger_entries');
  expect(sum).toEqual({ cents: 0 });
  const counts = await check.run({ signal: new AbortController().signal });
  expect(counts).toMatchObject({ different: 0, unavailable: 0 });
}

it('[PAYOUT-6, SHARE-3, SHARE-5, SHARE-8] events five times and in any order leave one state of account, transfers and payouts', async () => {
  const first = await paidJob(server, { owner, pilot });
  await paidJob(server, { owner, pilot });
  const { url } = expectView(await pilot.client.post(paths.payoutAccountLink()), 200, payoutAccountLinkView);
  await visitSetUp(server, url, 'complete');
  await deliverAll();
  const sent = '1 transferred 101535 - 0';
  await expectState([sent, sent], { 'payout-account': 203_070 });

  await server.merchant.refunds.create({ payment_intent: first.intent, amount: 5050 });
  await deliverAll();
  const shares = ['1 transferred 101535 - 3535', sent];
  await expectState(shares, { 'payout-account': 199_535 });

  await makeWeekOlder(server);
  await server.runNow('payouts');
  await server.runNow('payout');
  const [{ id } = { id: '' }] = await server.dataSource.query<{ id: string }[]>(
    'SELECT provider_payout_id AS id FROM payouts',
  );
  await deliverAll();
  await expectState([...shares, 'payout in-transit 199535'], { bank: 199_535 });
  await server.sandbox.finishPayout(id, 'paid');
  await deliverAll();
  await expectState([...shares, 'payout paid 199535'], { bank: 199_535 });
  await server.sandbox.finishPayout(id, 'failed');
  await deliverAll();
  await expectState([...shares, 'payout failed 199535'], { 'payout-account': 199_535 });
});
