import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { jobDetailView, paths } from '@dps/contract';
import { Housekeeping } from '../src/platform/housekeeping/housekeeping.ts';
import { createLogger, NestLogger } from '../src/platform/logging/logger.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import { openPayment, sendEvent, startPayingServer, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

const log = recordLog();
let registry: Metrics['registry'];
let housekeeping: Housekeeping;
let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  const prepare = (app: NestFastifyApplication) => {
    ({ registry } = app.get(Metrics));
    housekeeping = app.get(Housekeeping);
  };
  server = await startPayingServer({ prepare });
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
const answerTo = async (event: object) => {
  const { status, body } = await sendEvent(server, event);
  return { status, body };
};

describe('an event is refused', () => {
  it('[CALL-24, SETTLE-11] without the right signature', async () => {
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
    server.sandbox.configureWebhooks({ mode: 'bad-signature' });
    await server.merchant.refunds.create({ payment_intent: intent, amount: 1 });
    server.sandbox.configureWebhooks({ mode: 'never' });
    expect(await statusOf(id)).toBe('completed');
  });

  it.each([-3600, 3600])('[SETTLE-12] when it was signed %d seconds from now', async (shift) => {
    const { id, intent } = await paidWithoutEvent();
    const answer = await sendEvent(server, succeeded(intent), Math.floor(Date.now() / 1000) + shift);
    expectError(answer, 400, 'invalid_signature');
    expect(await statusOf(id)).toBe('completed');
  });
});

describe('an event is accepted and changes nothing', () => {
  it('for a payment of another product', async () => {
    expect(await answerTo(succeeded('pi_elsewhere'))).toEqual(RECEIVED);
  });

  it.each<[string, (intent: string) => object]>([
    ['of another account', (intent) => succeeded(intent, { account: 'acct_elsewhere' })],
    ['of an unknown type', (intent) => succeeded(intent, { type: 'payment_intents.succeeded' })],
    ['of another object', (intent) => succeeded('', { data: { object: { payment_intent: intent } } })],
    [
      'of an unrelated type for the payment',
      (intent) => succeeded(intent, { type: 'customer.created', data: { object: { id: intent } } }),
    ],
  ])('%s', async (_what, eventOf) => {
    const { id, intent } = await paidWithoutEvent();
    expect(await answerTo(eventOf(intent))).toEqual(RECEIVED);
    expect(await statusOf(id)).toBe('completed');
  });

  it('[SETTLE-14] for a payment that has not succeeded at the provider', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    expect(await answerTo(succeeded(await openPayment(owner, id)))).toEqual(RECEIVED);
    expect(await statusOf(id)).toBe('completed');
  });
});

it('[SETTLE-13] processes a replayed event once', async () => {
  const { id, intent } = await paidWithoutEvent();
  const event = succeeded(intent);
  expect(await answerTo(event)).toEqual(RECEIVED);
  expect(await answerTo(event)).toEqual(RECEIVED);
  expect(await statusOf(id)).toBe('paid');
  const rows = await server.dataSource.query('SELECT FROM provider_events WHERE event_id = $1', [event.id]);
  expect(rows).toHaveLength(1);
});

it('stores an event for 30 days, and a later duplicate changes nothing', async () => {
  const { id, intent } = await paidWithoutEvent();
  const event = succeeded(intent);
  expect(await answerTo(event)).toEqual(RECEIVED);
  const ageInto = async (age: string) => {
    const values = [event.id, age];
    await server.dataSource.query(
      'UPDATE provider_events SET received_at = now() - $2::interval WHERE event_id = $1',
      values,
    );
    await housekeeping.clean();
    return server.dataSource.query('SELECT FROM provider_events WHERE event_id = $1', [event.id]);
  };
  expect(await ageInto('29 days 23:59:00')).toHaveLength(1);
  expect(await ageInto('30 days')).toHaveLength(0);
  const { updatedAt } = expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  expect(await answerTo(event)).toEqual(RECEIVED);
  const job = expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  expect(job).toMatchObject({ status: 'paid', updatedAt, payment: { status: 'completed' } });
});

describe('a payment with a mismatch', () => {
  it.each<[string, string, (id: number, intent: string) => Promise<unknown>]>([
    [
      'another amount',
      'amount',
      (id) => server.dataSource.query('UPDATE payments SET amount = 1 WHERE job_id = $1', [id]),
    ],
    [
      'another budget',
      'amount',
      (id) => server.dataSource.query('UPDATE jobs SET budget = 1 WHERE id = $1', [id]),
    ],
    [
      'another job',
      'metadata.jobId',
      (_id, intent) => server.merchant.paymentIntents.update(intent, { metadata: { jobId: '1' } }),
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
    expect(await answerTo(succeeded(intent))).toEqual(RECEIVED);
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
    expect(await answerTo(succeeded(intent))).toEqual(RECEIVED);
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
    expect(await answerTo(succeeded(intent))).toEqual(RECEIVED);
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

      expect(await answerTo(event)).toEqual(RECEIVED);
      expect(await statesOf(id)).toEqual({ job: 'paid', payment: 'completed' });
      expect(await completions()).toBe(before + 1);
    },
  );
});
