import { Logger } from '@nestjs/common';
import { jobDetailView, paths, paymentOutcomeView, type PaymentStatus } from '@dps/contract';
import { createLogger, NestLogger } from '../src/platform/logging/logger.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { expectError, expectSince, expectView, TestClient } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import { openPayment, type PayingServer, sendEvent, startPayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

const log = recordLog();
let registry: Metrics['registry'];
let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startPayingServer({ prepare: (app) => ({ registry } = app.get(Metrics)) });
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  // The Nest logger is global, and the last created application sets it.
  Logger.overrideLogger(new NestLogger(createLogger('info', log)));
});
afterAll(() => server.close());

/** Creates a job that is paid by card, without an event to the API. */
async function paidWithoutEvent(): Promise<{ id: number; intent: string }> {
  const { id } = await jobIn(server, 'completed', { owner, pilot });
  const intent = await openPayment(owner, id);
  await server.payByCard(intent);
  return { id, intent };
}

const statusOf = async (id: number) =>
  expectView(await owner.client.get(paths.job(id)), 200, jobDetailView).status;

const statesOf = async (id: number) => {
  const { status, payment } = expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  return { job: status, payment: payment?.status };
};

let events = 0;
function succeeded(intent: string, rest: object = {}) {
  events += 1;
  return { id: `evt_${events}`, type: 'payment_intent.succeeded', data: { object: { id: intent } }, ...rest };
}

const RECEIVED = { status: 200, body: { received: true } };
const responseTo = async (event: object) => {
  const { status, body } = await sendEvent(server, event);
  return { status, body };
};

describe('an event is refused', () => {
  it('[CALL-24, SETTLE-11, SETTLE-12] without the right signature of now', async () => {
    const { id, intent } = await paidWithoutEvent();
    const send = (signature?: string) =>
      new TestClient(server).send(
        'POST',
        paths.paymentWebhook(),
        succeeded(intent),
        signature === undefined ? {} : { 'stripe-signature': signature },
      );
    const now = Math.floor(Date.now() / 1000);
    expectError(await send(), 400, 'invalid_signature');
    expectError(await send(`t=${now},v1=${'0'.repeat(64)}`), 400, 'invalid_signature');
    expectError(await send('nonsense'), 400, 'invalid_signature');
    for (const shift of [-3600, 3600])
      expectError(await sendEvent(server, succeeded(intent), now + shift), 400, 'invalid_signature');
    server.sandbox.configureWebhooks({ mode: 'bad-signature' });
    await server.merchant.refunds.create({ payment_intent: intent, amount: 1 });
    expect(await statusOf(id)).toBe('completed');
    // Ends the attempts: a later one with the right signature would settle the payment during another test.
    server.sandbox.configureWebhooks({ mode: 'never', url: null });
    await server.sandbox.webhooksIdle();
    server.sandbox.configureWebhooks({ url: server.url + paths.paymentWebhook() });
  });
});

describe('an event is accepted and changes nothing', () => {
  it('for a payment of another product', async () => {
    expect(await responseTo(succeeded('pi_elsewhere'))).toEqual(RECEIVED);
  });

  it('of another account', async () => {
    const { id, intent } = await paidWithoutEvent();
    expect(await responseTo(succeeded(intent, { account: 'acct_elsewhere' }))).toEqual(RECEIVED);
    expect(await statusOf(id)).toBe('completed');
  });

  it('[SETTLE-14] for a payment that has not succeeded at the provider', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    expect(await responseTo(succeeded(await openPayment(owner, id)))).toEqual(RECEIVED);
    expect(await statusOf(id)).toBe('completed');
  });
});

it('[SETTLE-13] processes a replayed event once, stores it for 30 days, and a later duplicate changes nothing', async () => {
  const { id, intent } = await paidWithoutEvent();
  const event = succeeded(intent);
  for (let delivery = 1; delivery <= 2; delivery += 1) expect(await responseTo(event)).toEqual(RECEIVED);
  const ageInto = async (age: string) => {
    const values = [event.id, age];
    await server.dataSource.query(
      'UPDATE provider_events SET received_at = now() - $2::interval WHERE event_id = $1',
      values,
    );
    await server.runNow('housekeeping');
    return server.dataSource.query('SELECT FROM provider_events WHERE event_id = $1', [event.id]);
  };
  expect(await ageInto('29 days')).toHaveLength(1);
  expect(await ageInto('30 days')).toHaveLength(0);
  const { updatedAt } = expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  expect(await responseTo(event)).toEqual(RECEIVED);
  const job = expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  expect(job).toMatchObject({ status: 'paid', updatedAt, payment: { status: 'completed' } });
});

describe('a payment with a mismatch', () => {
  it.each<[string, string, (id: number, intent: string) => Promise<unknown>]>([
    [
      'another budget',
      'amount',
      (id) => server.dataSource.query('UPDATE jobs SET budget = 100 WHERE id = $1', [id]),
    ],
    [
      'another payment',
      'metadata.paymentId',
      (_id, intent) => server.merchant.paymentIntents.update(intent, { metadata: { paymentId: '0' } }),
    ],
  ])('[SETTLE-6] is refused and logged: %s', async (_what, named, change) => {
    const { id, intent } = await paidWithoutEvent();
    await change(id, intent);
    const confirmed = await owner.client.post(paths.confirmPayment(id), { paymentIntentId: intent });
    expectError(confirmed, 409, 'payment_mismatch');
    expect(await responseTo(succeeded(intent))).toEqual(RECEIVED);
    expect(await statusOf(id)).toBe('completed');
    const isSecurityError = (msg: string) =>
      msg.startsWith('Security: ') && msg.includes(`${named} of ${intent}`);
    const { level } = await log.line(({ msg }) => isSecurityError(msg));
    expect(level).toBe(50);
  });

  it('is not settled when the job has another payment', async () => {
    const { id, intent } = await paidWithoutEvent();
    const end = `UPDATE payments SET status = 'canceled' WHERE job_id = $1`;
    await server.dataSource.query(end, [id]);
    const next = await openPayment(owner, id);
    expect(next).not.toBe(intent);
    expect(await responseTo(succeeded(intent))).toEqual(RECEIVED);
    expect(await statusOf(id)).toBe('completed');
    const { level } = await log.line(({ msg }) =>
      msg.includes(`${intent} pays a job that has another payment`),
    );
    expect(level).toBe(50);
    expect(await registry.metrics()).toMatch(/^dps_payment_refusals_total [1-9]/m);
  });

  it('is refused and changes nothing when the job is not payable', async () => {
    const { id, intent } = await paidWithoutEvent();
    await server.dataSource.query(`UPDATE jobs SET status = 'in-progress' WHERE id = $1`, [id]);
    expect(await responseTo(succeeded(intent))).toEqual(RECEIVED);
    expect(await statesOf(id)).toEqual({ job: 'in-progress', payment: 'pending' });
    const { level } = await log.line(({ msg }) => msg.includes(`${intent} pays a job that is not payable`));
    expect(level).toBe(50);
  });
});

describe('a settlement that fails in the database', () => {
  const completions = async () => {
    const [, count = '0'] =
      /^dps_payments_total\{status="completed"\} (\d+)$/m.exec(await registry.metrics()) ?? [];
    return Number(count);
  };

  it.each<[string, string, string]>([
    [
      'at the commit',
      'CONSTRAINT TRIGGER obstruct AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED',
      `RAISE EXCEPTION 'obstructed'`,
    ],
    ['because of a missing update', 'TRIGGER obstruct BEFORE UPDATE ON payments', 'RETURN NULL'],
  ])(
    '%s changes and counts nothing, and the next delivery settles the payment',
    async (_how, trigger, body) => {
      const { id, intent } = await paidWithoutEvent();
      await server.dataSource.query(
        `CREATE FUNCTION obstruct() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$`,
      );
      await server.dataSource.query(`CREATE ${trigger} FOR EACH ROW EXECUTE FUNCTION obstruct()`);
      const event = succeeded(intent);
      const before = await completions();
      expectError(await sendEvent(server, event), 500, 'internal');
      await server.dataSource.query('DROP FUNCTION obstruct CASCADE');
      expect(await statesOf(id)).toEqual({ job: 'completed', payment: 'pending' });
      expect(await completions()).toBe(before);

      expect(await responseTo(event)).toEqual(RECEIVED);
      expect(await statesOf(id)).toEqual({ job: 'paid', payment: 'completed' });
      expect(await completions()).toBe(before + 1);
    },
  );
});

interface PaidJob {
  id: number;
  intent: string;
  updatedAt: string;
}

const detail = async (id: number) => expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);

async function paidJob(): Promise<PaidJob> {
  const { id } = await jobIn(server, 'completed', { owner, pilot });
  const intent = await openPayment(owner, id);
  await server.payByCard(intent);
  const response = await owner.client.post(paths.confirmPayment(id), { paymentIntentId: intent });
  expectView(response, 200, paymentOutcomeView);
  return { id, intent, updatedAt: (await detail(id)).updatedAt };
}

/** Formats the state of the job and its payment, and whether the job changed after it was paid. */
async function stateOf({ id, updatedAt }: PaidJob): Promise<string> {
  const { status, payment, ...job } = await detail(id);
  const changed = job.updatedAt === updatedAt ? '' : ', changed again';
  return `${status}${changed}; ${payment?.status}, $${payment?.refundedAmount} refunded`;
}

/** The unsent events of the provider for a payment, oldest first. */
const eventsOf = ({ intent }: PaidJob) =>
  server.sandbox
    .events()
    .filter(({ event }) => JSON.stringify(event.data.object).includes(intent))
    .map(({ event }) => event);

async function deliver(...ids: string[]): Promise<void> {
  for (const id of ids) server.sandbox.resend(id);
  await server.sandbox.webhooksIdle();
}

const deliverTypes = (job: PaidJob, ...types: string[]) =>
  deliver(...eventsOf(job).flatMap(({ id, type }) => (types.includes(type) ? [id] : [])));

const refund = (job: PaidJob, amount?: number) =>
  server.merchant.refunds.create({
    payment_intent: job.intent,
    ...(amount !== undefined && { amount }),
  });

describe('a refund', () => {
  it('[SETTLE-18, SETTLE-25] of a part is shown with its amount, and of the rest as a full refund', async () => {
    const began = Date.now();
    const job = await paidJob();
    await refund(job, 50_05);
    await deliverTypes(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; completed, $50.05 refunded');
    expectSince(began, (await detail(job.id)).payment?.refundedAt ?? '');
    await refund(job);
    await deliverTypes(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });

  it('has the same result in any order and after duplicate events, and does not make the job payable again', async () => {
    const job = await paidJob();
    await refund(job, 1);
    await refund(job);
    await deliverTypes(job, 'refund.created');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
    const ids = eventsOf(job).map(({ id }) => id);
    await deliver(...ids.toReversed(), ...ids);
    expectError(await owner.client.post(paths.createPayment(job.id)), 409, 'payment_not_due');
    const again = await owner.client.post(paths.confirmPayment(job.id), { paymentIntentId: job.intent });
    expect(expectView(again, 200, paymentOutcomeView).status).toBe('completed');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });

  it('that is reported before the payment also settles the job', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    const intent = await openPayment(owner, id);
    await server.payByCard(intent);
    const job = { id, intent, updatedAt: '' };
    await refund(job);
    await deliverTypes(job, 'charge.refunded', 'payment_intent.succeeded');
    expect(await stateOf({ ...job, updatedAt: (await detail(id)).updatedAt })).toBe(
      'paid; refunded, $1450.5 refunded',
    );
  });

  it('[SETTLE-9] is not overwritten by an older event that is stored later', async () => {
    const job = await paidJob();
    await refund(job, 50_00);
    const part = eventsOf(job).at(-1)?.id ?? '';
    const slow = server.sandbox.injectFault({ path: '/v1/charges/*', kind: 'hang', when: 'after' });
    server.sandbox.resend(part);
    await slow.met;
    await refund(job);
    const rest = eventsOf(job).at(-1)?.id ?? '';
    server.sandbox.resend(rest);
    await waitForStatus(job, 'refunded');
    slow.remove();
    await server.sandbox.webhooksIdle();
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });
});

/** Waits until the payment of a job has a status, at most until the timeout of the test. */
async function waitForStatus({ id }: PaidJob, status: PaymentStatus): Promise<void> {
  while ((await detail(id)).payment?.status !== status);
}

describe('a dispute', () => {
  it.each([
    ['won', 'winning_evidence', 'completed'],
    ['lost', 'losing_evidence', 'disputed'],
  ] as const)('[SETTLE-18] that is %s', async (_outcome, evidence, status) => {
    const job = await paidJob();
    const dispute = await server.sandbox.dispute(job.intent);
    await deliverTypes(job, 'charge.dispute.created');
    expect(await stateOf(job)).toBe('paid; disputed, $0 refunded');
    await server.merchant.disputes.update(dispute, { evidence: { uncategorized_text: evidence } });
    await deliverTypes(job, 'charge.dispute.closed');
    expect(await stateOf(job)).toBe(`paid; ${status}, $0 refunded`);
  });

  it('that closed before its creation is reported does not change the payment', async () => {
    const job = await paidJob();
    const dispute = await server.sandbox.dispute(job.intent);
    const evidence = { uncategorized_text: 'winning_evidence' };
    await server.merchant.disputes.update(dispute, { evidence });
    await deliverTypes(job, 'charge.dispute.closed');
    await deliverTypes(job, 'charge.dispute.created');
    expect(await stateOf(job)).toBe('paid; completed, $0 refunded');
  });

  it('stays disputed after an earlier partial refund', async () => {
    const job = await paidJob();
    await refund(job, 50_00);
    await server.sandbox.dispute(job.intent);
    await deliverTypes(job, 'charge.dispute.created', 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; disputed, $50 refunded');
  });
});

describe('a provider failure during a refund event', () => {
  it('[SETTLE-21] gets an error, and the next delivery is processed', async () => {
    const job = await paidJob();
    await refund(job);
    server.sandbox.injectFault({ path: '/v1/charges/*', kind: '500', times: 2 });
    await deliverTypes(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });
});
