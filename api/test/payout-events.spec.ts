import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { paths, payoutAccountLinkView } from '@dps/contract';
import { shuffled } from '../scripts/stress/payment-race.ts';
import { LedgerCheck } from '../src/modules/payments/ledger/ledger-check.ts';
import { expectView } from './support/client.ts';
import { EventClient } from './support/event-client.ts';
import { postJob } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import {
  readyAccount,
  sendEvent,
  startWithProvider,
  visitSetUp,
  type PayingServer,
} from './support/payments.ts';
import { ledgerOf, makeWeekOlder, paidJob } from './support/shares.ts';
import { createUser, type TestUser } from './support/users.ts';

const DELIVERIES = 5;
const AT_A_TIME = 4;

let server: MailingServer & PayingServer;
let check: LedgerCheck;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  const prepare = (app: NestFastifyApplication) => {
    check = app.get(LedgerCheck);
  };
  server = await startWithProvider((config) => startMailingServer(config, prepare));
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

/** Pays out as on Friday. Returns the provider's id of the newest payout. */
async function payOut(): Promise<string> {
  await makeWeekOlder(server);
  await server.runNow('payouts');
  await server.runNow('payout');
  const [row] = await server.dataSource.query<{ id: string }[]>(
    'SELECT provider_payout_id AS id FROM payouts ORDER BY payouts.id DESC LIMIT 1',
  );
  return row?.id ?? '';
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

/** Returns the subjects of the mails to the pilot about the payout account, newest first. */
const subjects = async () =>
  (await server.mailsTo(pilot.user.email))
    .filter(({ headers }) => headers['list-unsubscribe']?.includes('payout-account'))
    .map(({ subject }) => subject);

it('[PAYOUT-6, PAYOUT-7, SHARE-3, SHARE-5, SHARE-8] events five times and in any order leave one state of account, transfers and payouts', async () => {
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

  const id = await payOut();
  await deliverAll();
  await expectState([...shares, 'payout in-transit 199535'], { bank: 199_535 });
  await server.sandbox.finishPayout(id, 'paid');
  await deliverAll();
  await expectState([...shares, 'payout paid 199535'], { bank: 199_535 });
  await server.sandbox.finishPayout(id, 'failed');
  await deliverAll();
  await expectState([...shares, 'payout failed 199535'], { 'payout-account': 199_535 });
  expect(await subjects()).toEqual([
    'Your payout of $1,995.35 failed',
    'Your payout of $1,995.35 is paid',
    'Your payout account is ready',
  ]);
});

it('[EVENT-21] the open pages of a pilot receive each state of a share and its payout, and those of the client do not', async () => {
  const earner = await createUser(server, 'pilot');
  await readyAccount(server, earner);
  const { id } = await paidJob(server, { owner, pilot: earner });
  const stream = await EventClient.open(server, earner.client.cookie);
  const ofOwner = await EventClient.open(server, owner.client.cookie);
  const share = { event: 'job', data: { jobId: id, updatedAt: expect.any(String), kind: 'share' } };
  await server.runNow('pilot-transfer');
  expect(await stream.take(1)).toEqual([share]);
  const payout = await payOut();
  expect(await stream.take(2)).toEqual([share, share]);
  await server.sandbox.finishPayout(payout, 'paid');
  await deliverAll();
  expect(await stream.take(1)).toEqual([share]);
  const { id: posted } = await postJob(owner);
  expect(await ofOwner.take(1)).toMatchObject([{ data: { jobId: posted } }]);
  stream.close();
  ofOwner.close();
});
