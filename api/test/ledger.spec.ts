import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from '@nestjs/common';
import { paths } from '@dps/contract';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { seedDemoData } from '../src/database/seeds/seed.ts';
import { LedgerCheck } from '../src/modules/payments/ledger/ledger-check.ts';
import { createLogger, NestLogger } from '../src/platform/logging/logger.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { SANDBOX_KEYS } from './support/api-process.ts';
import { jobIn } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import {
  deliverLast,
  dispute,
  payOnline,
  refund,
  startPayingServer,
  type PayingServer,
} from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

const log = recordLog();
let server: PayingServer;
let check: LedgerCheck;
let registry: Metrics['registry'];
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  const prepare = (app: NestFastifyApplication) => {
    check = app.get(LedgerCheck);
    ({ registry } = app.get(Metrics));
  };
  server = await startPayingServer({ prepare });
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  Logger.overrideLogger(new NestLogger(createLogger('info', log)));
});
afterAll(() => server.close());

/** Returns the movements of a job in their order, with the cents of each account, and the users of the accounts. */
const movementsOf = (jobId: number) =>
  server.dataSource.query<object[]>(
    `SELECT kind, json_object_agg(account, amount ORDER BY id) AS cents, array_agg(user_id ORDER BY id) AS users
     FROM ledger_entries WHERE job_id = $1 GROUP BY movement, kind ORDER BY min(id)`,
    [jobId],
  );

async function paidJob(budget = 1450.5): Promise<{ id: number; intent: string }> {
  const { id } = await jobIn(server, 'completed', { owner, pilot }, { budget });
  return { id, intent: await payOnline(server, owner, id) };
}

const run = () => check.run({ signal: new AbortController().signal });

describe('the ledger', () => {
  it('[LEDGER-1, LEDGER-5] has the charge, the refund and the dispute of a card payment, each once', async () => {
    const { id, intent } = await paidJob();
    await refund(server, intent, 5050);
    await deliverLast(server, intent);
    const caseId = await dispute(server, intent);
    await server.merchant.disputes.update(caseId, { evidence: { uncategorized_text: 'winning_evidence' } });
    for (let delivery = 1; delivery <= 2; delivery += 1) await deliverLast(server, intent);
    const [client, share] = [owner.user.id, pilot.user.id];
    expect(await movementsOf(id)).toEqual([
      {
        kind: 'charge',
        cents: { client: -145_050, pilot: 101_535, platform: 43_515 },
        users: [client, share, null],
      },
      {
        kind: 'refund',
        cents: { client: 5050, pilot: -3535, platform: -1515 },
        users: [client, share, null],
      },
      {
        kind: 'dispute',
        cents: { pilot: -98_000, platform: -42_000, dispute: 140_000 },
        users: [share, null, null],
      },
      {
        kind: 'dispute',
        cents: { pilot: 98_000, platform: 42_000, dispute: -140_000 },
        users: [share, null, null],
      },
    ]);
  });

  it('[LEDGER-4] has no money that the pilot received off the platform', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await pilot.client.patch(paths.job(id), { status: 'paid' });
    expect(await movementsOf(id)).toEqual([]);
  });

  it('[LEDGER-2] has no movement that does not sum to zero, and none twice', async () => {
    const { id } = await paidJob();
    const insert = (movement: string, cents: number) =>
      server.dataSource.query(
        `INSERT INTO ledger_entries (movement, kind, account, amount, payment_id, job_id)
         SELECT $2, 'refund', account, cents, id, job_id
         FROM payments, (VALUES ('client', 100), ('platform', $3::int)) AS entries (account, cents) WHERE job_id = $1`,
        [id, movement, cents],
      );
    await expect(insert('refund:x', -99)).rejects.toThrow('does not sum to zero');
    await insert('refund:x', -100);
    await expect(insert('refund:x', -100)).rejects.toThrow('ledger_entries_movement_account_key');
  });

  it('[LEDGER-6] cannot be changed, and loses the entries of a deleted payment only', async () => {
    const { id } = await paidJob();
    const change = (statement: string) => server.dataSource.query(statement);
    for (const statement of [
      'UPDATE ledger_entries SET amount = amount',
      `DELETE FROM ledger_entries WHERE job_id = ${id}`,
      'TRUNCATE ledger_entries',
    ])
      await expect(change(statement)).rejects.toThrow('ledger_entries is append-only');
    await change(`DELETE FROM payments WHERE job_id = ${id}`);
    expect(await movementsOf(id)).toEqual([]);
  });
});

describe('[LEDGER-7] the nightly check', () => {
  beforeEach(() => server.dataSource.query('DELETE FROM payments; DELETE FROM payout_accounts'));

  it('finds equal money after charges, refunds and disputes', async () => {
    await paidJob();
    await refund(server, (await paidJob()).intent);
    await refund(server, (await paidJob()).intent, 1);
    await dispute(server, (await paidJob()).intent);
    await dispute(server, (await paidJob()).intent, 5050);
    expect(await run()).toEqual({ equal: 5, different: 0, unavailable: 0 });
  });

  it('reports a refund that the ledger does not have', async () => {
    const { intent } = await paidJob();
    await server.merchant.refunds.create({ payment_intent: intent, amount: 5050 });
    expect(await run()).toEqual({ equal: 0, different: 1, unavailable: 0 });
    expect(log.lines().at(-1)).toMatchObject({
      msg: expect.stringMatching(
        /^The ledger has \$1,450\.50 of payment \d+, and the provider \$1,400\.00 of pi_/,
      ),
    });
    expect(await registry.metrics()).toContain('dps_ledger_checks_total{finding="different"} 1\n');
  });

  it('finds equal money at the account of the demo pilot, whose shares and payouts the sandbox has', async () => {
    const commands = await commandDataSource(server.adminUrl).initialize();
    await seedDemoData(commands, { ...SANDBOX_KEYS, apiBase: server.sandbox.url });
    await commands.destroy();
    const { equal, ...others } = await run();
    expect([equal > 0, others]).toEqual([true, { different: 0, unavailable: 0 }]);
    const payouts = await server.dataSource.query<object[]>(
      `SELECT status, left(provider_payout_id, 3) AS id FROM payouts ORDER BY created_at`,
    );
    expect(payouts).toEqual([
      { status: 'paid', id: 'po_' },
      { status: 'in-transit', id: 'po_' },
    ]);
  });

  it('fails while the provider does not respond', async () => {
    await paidJob();
    const fault = server.sandbox.injectFault({ path: '/v1/refunds', method: 'GET', kind: '500' });
    await expect(run()).rejects.toThrow('1 payments and accounts were not compared');
    fault.remove();
    expect(await run()).toEqual({ equal: 1, different: 0, unavailable: 0 });
  });
});
