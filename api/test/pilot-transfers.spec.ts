import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { deletionView, jobDetailView, paths } from '@dps/contract';
import { LedgerCheck } from '../src/modules/payments/ledger/ledger-check.ts';
import { ShareAdministration } from '../src/modules/payments/transfers/share-administration.ts';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import {
  deliverLast,
  dispute,
  readyAccount,
  refund,
  startPayingServer,
  type PayingServer,
} from './support/payments.ts';
import { ledgerOf, makeWeekOlder, paidJob as newPaidJob, runAgain } from './support/shares.ts';
import { createUser, type TestUser } from './support/users.ts';

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
});
beforeEach(async () => {
  await server.dataSource.query('DELETE FROM payments');
  await server.dataSource.query('DELETE FROM payout_accounts');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const paidJob = () => newPaidJob(server, { owner, pilot });
const run = () => server.runNow('pilot-transfer');
/** Returns the transfers of a job, as `number status amount - reversed failure`. */
async function transfersOf(jobId: number): Promise<string[]> {
  const rows = await server.dataSource.query<{ line: string }[]>(
    `SELECT concat_ws(' ', number, status, amount_cents, '-', reversed_cents, failure) AS line
     FROM pilot_transfers WHERE job_id = $1 ORDER BY number`,
    [jobId],
  );
  return rows.map(({ line }) => line);
}

const balancesOf = (jobId: number) => ledgerOf(server, 'job_id', jobId);

const jobOf = async (id: number) => expectView(await pilot.client.get(paths.job(id)), 200, jobDetailView);

/** Returns the cents at an account of the provider. */
async function centsAt(stripeAccount: string): Promise<number | undefined> {
  const { available } = await server.merchant.balance.retrieve({}, { stripeAccount });
  return available[0]?.amount;
}

async function end(outcome: 'winning' | 'losing', caseId: string, intent: string): Promise<void> {
  const uncategorized_text = `${outcome}_evidence`;
  await server.merchant.disputes.update(caseId, { evidence: { uncategorized_text } });
  await deliverLast(server, intent);
}

const expectEqual = async () =>
  expect(await check.run({ signal: new AbortController().signal })).toMatchObject({
    different: 0,
    unavailable: 0,
  });

describe('[SHARE-1] the share of a pilot without an account', () => {
  it('waits, and follows refunds', async () => {
    const { id, intent } = await paidJob();
    await run();
    expect(await transfersOf(id)).toEqual(['1 waiting 101535 - 0']);
    const { unfinished } = expectView(await pilot.client.get(paths.deletion()), 200, deletionView);
    expect(unfinished).toEqual([{ jobId: id, title: expect.any(String), reason: 'share' }]);
    await refund(server, intent, 5050);
    expect(await transfersOf(id)).toEqual(['1 waiting 98000 - 0']);
    await refund(server, intent);
    expect(await transfersOf(id)).toEqual(['1 canceled 98000 - 0']);
  });

  it('is held during a dispute', async () => {
    const { id, intent } = await paidJob();
    const caseId = await dispute(server, intent);
    expect(await transfersOf(id)).toEqual(['1 held 101535 - 0']);
    await end('winning', caseId, intent);
    expect(await transfersOf(id)).toEqual(['1 waiting 101535 - 0']);
  });

  it('[SHARE-5] is canceled after a lost dispute, and no account waits for it', async () => {
    const { id, intent } = await paidJob();
    const caseId = await dispute(server, intent);
    const unfinished = async () =>
      expectView(await pilot.client.get(paths.deletion()), 200, deletionView).unfinished;
    expect(await unfinished()).toMatchObject([{ jobId: id, reason: 'payment' }]);
    await end('losing', caseId, intent);
    expect(await transfersOf(id)).toEqual(['1 canceled 101535 - 0']);
    expect(await unfinished()).toEqual([]);
    await expectEqual();
  });

  it('waits without the disputed part, which is held', async () => {
    const { id, intent } = await paidJob();
    const caseId = await dispute(server, intent, 45_050);
    expect(await transfersOf(id)).toEqual(['1 waiting 70000 - 0', '2 held 31535 - 0']);
    expect((await jobOf(id)).payment).toMatchObject({
      status: 'disputed',
      disputedAmount: 450.5,
      share: 'waiting',
    });
    await end('winning', caseId, intent);
    expect(await transfersOf(id)).toEqual(['1 canceled 70000 - 0', '2 waiting 101535 - 0']);
    await dispute(server, intent);
    expect(await transfersOf(id)).toEqual(['1 canceled 70000 - 0', '2 held 101535 - 0']);
    expect((await jobOf(id)).payment?.share).toBe('held');
    await expectEqual();
  });

  it('is no transfer if the pilot received the money off the platform', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await pilot.client.patch(paths.job(id), { status: 'paid' });
    expect(await transfersOf(id)).toEqual([]);
  });

  it('[SHARE-4] is transferred when the account is ready', async () => {
    const { id } = await paidJob();
    await run();
    const account = await readyAccount(server, pilot);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 0']);
    expect(await centsAt(account)).toBe(101_535);
  });
});

describe('the share of a pilot with an account', () => {
  let account: string;
  beforeEach(async () => {
    account = await readyAccount(server, pilot);
  });

  it('[SHARE-3] is transferred once, from the charge of the payment', async () => {
    const { id, intent } = await paidJob();
    await run();
    for (let delivery = 1; delivery <= 5; delivery += 1) await deliverLast(server, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 0']);
    expect(await centsAt(account)).toBe(101_535);
    expect(await balancesOf(id)).toEqual({ client: -145_050, platform: 43_515, 'payout-account': 101_535 });
    const { data } = await server.merchant.transfers.list();
    const { latest_charge } = await server.merchant.paymentIntents.retrieve(intent);
    expect(data.find(({ destination }) => destination === account)).toMatchObject({
      amount: 101_535,
      source_transaction: latest_charge,
    });
    await expectEqual();
  });

  it.each([
    ['before', '500'],
    ['after', '500'],
    ['after', 'hang'],
  ] as const)('[SHARE-3] is transferred once if a call fails %s its effect with %s', async (when, kind) => {
    const { id } = await paidJob();
    const fault = server.sandbox.injectFault({ path: '/v1/transfers', method: 'POST', kind, when });
    expect(await run()).toEqual([{ message: expect.stringContaining('cannot be reached') }]);
    fault.remove();
    expect(await transfersOf(id)).toEqual(['1 sending 101535 - 0']);
    await runAgain(server, 'pilot-transfer');
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 0']);
    expect(await centsAt(account)).toBe(101_535);
    await expectEqual();
  });

  it('[SHARE-5] returns in proportion with refunds', async () => {
    const { id, intent } = await paidJob();
    await run();
    await refund(server, intent, 5050);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 3535']);
    await refund(server, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 101535']);
    expect([await centsAt(account), await balancesOf(id)]).toEqual([0, {}]);
    await expectEqual();
  });

  it('[SHARE-5] returns for a dispute, and is transferred again after one that was won', async () => {
    const { id, intent } = await paidJob();
    await run();
    const caseId = await dispute(server, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 101535', '2 held 101535 - 0']);
    await expectEqual();
    await end('winning', caseId, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 101535', '2 transferred 101535 - 0']);
    expect(await centsAt(account)).toBe(101_535);
    await expectEqual();
  });

  it('[SHARE-5] stays returned after a lost dispute', async () => {
    const { id, intent } = await paidJob();
    await run();
    const caseId = await dispute(server, intent);
    await run();
    await end('losing', caseId, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 101535', '2 canceled 101535 - 0']);
    expect([await centsAt(account), (await jobOf(id)).payment?.share]).toEqual([0, 'returned']);
    await expectEqual();
  });

  it('[SHARE-5] returns in part for a dispute of a part, and is transferred again after it was won', async () => {
    const { id, intent } = await paidJob();
    await run();
    const caseId = await dispute(server, intent, 45_050);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 31535', '2 held 31535 - 0']);
    expect([await centsAt(account), (await jobOf(id)).payment?.share]).toEqual([70_000, 'available']);
    const remaining = { client: -145_050, platform: 30_000, dispute: 45_050, 'payout-account': 70_000 };
    expect(await balancesOf(id)).toEqual(remaining);
    await expectEqual();
    await end('winning', caseId, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 31535', '2 transferred 31535 - 0']);
    expect([await centsAt(account), (await jobOf(id)).payment?.status]).toEqual([101_535, 'completed']);
    await expectEqual();
  });

  it('[SHARE-5] stays returned in part after a lost dispute of a part, and is free to follow another one', async () => {
    const { id, intent } = await paidJob();
    await run();
    const caseId = await dispute(server, intent, 45_050);
    await run();
    await end('losing', caseId, intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 31535', '2 canceled 31535 - 0']);
    const { payment } = await jobOf(id);
    expect(payment).toMatchObject({ status: 'disputed', disputedAmount: 450.5, share: 'available' });
    expect(await centsAt(account)).toBe(70_000);
    const { unfinished } = expectView(await pilot.client.get(paths.deletion()), 200, deletionView);
    expect(unfinished).toEqual([]);
    await expectEqual();
    await dispute(server, intent, 100_000);
    await run();
    expect(await transfersOf(id)).toEqual([
      '1 transferred 101535 - 101535',
      '2 canceled 31535 - 0',
      '3 held 70000 - 0',
    ]);
    expect([await centsAt(account), (await jobOf(id)).payment?.share]).toEqual([0, 'held']);
    await expectEqual();
  });

  it('[SHARE-5] that is being transferred during a dispute of a part returns in part', async () => {
    const { id, intent } = await paidJob();
    const fault = server.sandbox.injectFault({
      path: '/v1/transfers',
      method: 'POST',
      kind: '500',
      when: 'after',
    });
    await run();
    fault.remove();
    await dispute(server, intent, 45_050);
    expect(await transfersOf(id)).toEqual(['1 sending 101535 - 0']);
    await runAgain(server, 'pilot-transfer');
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 31535', '2 held 31535 - 0']);
    expect(await centsAt(account)).toBe(70_000);
    await expectEqual();
  });

  it('[SHARE-5] returns if the dispute was lost before its first event', async () => {
    const { id, intent } = await paidJob();
    await run();
    await end('losing', await server.sandbox.dispute(intent), intent);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 101535']);
    await expectEqual();
  });

  it('[SHARE-5] that the pilot has spent returns from the next one', async () => {
    const first = await paidJob();
    await run();
    const spent = { amount: 101_535, currency: 'usd' };
    await server.merchant.payouts.create(spent, { stripeAccount: account });
    await refund(server, first.intent, 5050);
    await run();
    expect(await transfersOf(first.id)).toEqual(['1 transferred 101535 - 0 balance_insufficient']);
    await paidJob();
    await run();
    expect(await transfersOf(first.id)).toEqual(['1 transferred 101535 - 3535']);
    expect(await centsAt(account)).toBe(98_000);
  });

  it.each(['acct_closed', 'acct_of_another_platform'])(
    '[SHARE-4] waits again if the account is %s',
    async (wrong) => {
      await server.dataSource.query('UPDATE payout_accounts SET account_id = $2 WHERE user_id = $1', [
        pilot.user.id,
        wrong,
      ]);
      const { id } = await paidJob();
      await run();
      expect(await transfersOf(id)).toEqual(['1 waiting 101535 - 0 resource_missing']);
    },
  );

  it('[SHARE-6, SHARE-9] that the provider refuses fails until an operator repeats it', async () => {
    const { id, intent } = await paidJob();
    const euros = await server.merchant.paymentIntents.create({ amount: 145_050, currency: 'eur' });
    await server.dataSource.query('UPDATE payments SET transaction_id = $2 WHERE job_id = $1', [
      id,
      euros.id,
    ]);
    expect(await run()).toEqual([{ message: expect.stringContaining('invalid_charge') }]);
    expect(await transfersOf(id)).toEqual(['1 failed 101535 - 0 invalid_charge']);
    const shares = new ShareAdministration(server.dataSource, 'olga');
    expect(await shares.list()).toEqual([
      expect.stringMatching(`^transfer \\d+ of ${pilot.user.username}, \\$1,015\\.35: invalid_charge$`),
    ]);
    await server.dataSource.query('UPDATE payments SET transaction_id = $2 WHERE job_id = $1', [id, intent]);
    expect(await shares.repeat(pilot.user.username)).toBe(1);
    await run();
    expect(await transfersOf(id)).toEqual(['1 transferred 101535 - 0']);
  });

  it('[DATA-17, DATA-18] is paid out without a minimum before the account is deleted', async () => {
    const { user, client } = pilot;
    const { id } = await newPaidJob(server, { owner, pilot }, 10);
    await run();
    const { username } = user;
    expectView(await client.proved.post(paths.deletion(), { username }), 202, deletionView);
    await server.dataSource.query('UPDATE users SET deletes_at = now() WHERE id = $1', [user.id]);
    const deleteDue = async () => {
      await server.dataSource.query(
        `UPDATE pgboss.job SET start_after = now() WHERE name = 'account-deletion' AND state = 'created'`,
      );
      await server.runNow('account-deletion');
    };
    const remains = async () => {
      await deleteDue();
      const { unfinished } = expectView(await client.get(paths.deletion()), 200, deletionView);
      return unfinished.map(({ jobId, reason }) => `${jobId} ${reason}`);
    };
    expect(await remains()).toEqual([`${id} share`]);
    await makeWeekOlder(server);
    await server.runNow('payouts');
    await server.runNow('payout');
    expect(await remains()).toEqual([`${id} share`]);
    const [payout] = (await server.merchant.payouts.list({}, { stripeAccount: account })).data;
    await server.sandbox.finishPayout(payout?.id ?? '', 'paid');
    await server.runNow('payouts');
    await server.runNow('payout');
    await deleteDue();
    expectError(await client.get(paths.deletion()), 401, 'unauthenticated');
  });

  it('[LEDGER-7] is compared with the provider every night', async () => {
    await paidJob();
    await run();
    const [transfer] = (await server.merchant.transfers.list({ limit: 1 })).data;
    await server.merchant.transfers.createReversal(transfer?.id ?? '', { amount: 1 });
    // The transfers of the payment, and the balance of the account.
    expect(await check.run({ signal: new AbortController().signal })).toMatchObject({
      different: 2,
      unavailable: 0,
    });
  });
});
