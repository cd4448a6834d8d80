import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { jobDetailView, paths } from '@dps/contract';
import { PaymentSweep, type SweepCounts } from '../src/modules/payments/sweep/payment-sweep.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment, startPayingServer, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

const NOTHING: SweepCounts = { settled: 0, ended: 0, left: 0, unavailable: 0 };

let server: PayingServer;
let sweep: PaymentSweep;
let registry: Metrics['registry'];
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  const prepare = (app: NestFastifyApplication) => {
    sweep = app.get(PaymentSweep);
    ({ registry } = app.get(Metrics));
  };
  server = await startPayingServer({ prepare });
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const run = (signal = new AbortController().signal) => sweep.run({ signal });
const detail = async (id: number) => expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);

/** Creates a job with an open payment of this age. */
async function openJob(ageSeconds = 300): Promise<{ id: number; intent: string }> {
  const { id } = await jobIn(server, 'completed', { owner, pilot });
  const intent = await openPayment(owner, id);
  await advanceTime(id, ageSeconds);
  return { id, intent };
}

/** Moves the times of a payment back by this many seconds. */
const advanceTime = (jobId: number, seconds: number) =>
  server.dataSource.query(
    `UPDATE payments SET created_at = created_at - $2 * interval '1 second',
       check_after = check_after - $2 * interval '1 second' WHERE job_id = $1`,
    [jobId, seconds],
  );

describe('the sweep', () => {
  it('[SETTLE-15] settles a payment without an event', async () => {
    const { id, intent } = await openJob();
    await server.payByCard(intent);
    expect(await run()).toEqual({ ...NOTHING, settled: 1 });
    expect(await detail(id)).toMatchObject({ status: 'paid', payment: { status: 'completed' } });
    expect(await run()).toEqual(NOTHING);
    const metrics = await registry.metrics();
    expect(metrics).toContain('dps_payment_checks_total{finding="settled"} 1\n');
    expect(metrics).toContain('dps_payments_total{status="completed"} 1\n');
  });

  it('ends a payment that was canceled at the provider', async () => {
    const { id, intent } = await openJob();
    await server.merchant.paymentIntents.cancel(intent);
    expect(await run()).toEqual({ ...NOTHING, ended: 1 });
    expect(await detail(id)).toMatchObject({ status: 'completed', payment: { status: 'canceled' } });
  });

  it('ignores recent payments and payments without an intent', async () => {
    await openJob(60);
    const { id } = await openJob();
    await server.dataSource.query('UPDATE payments SET transaction_id = NULL WHERE job_id = $1', [id]);
    expect(await run()).toEqual(NOTHING);
  });

  it('checks an open payment with growing intervals, and at once after the owner opens it again', async () => {
    const { id } = await openJob();
    for (const pause of [120, 240, 480]) {
      expect(await run()).toEqual({ ...NOTHING, left: 1 });
      await advanceTime(id, pause - 30);
      expect(await run()).toEqual(NOTHING);
      await advanceTime(id, 30);
    }
    expect(await run()).toEqual({ ...NOTHING, left: 1 });
    await openPayment(owner, id);
    expect(await run()).toEqual({ ...NOTHING, left: 1 });
    await advanceTime(id, 120);
    expect(await run()).toEqual({ ...NOTHING, left: 1 });
  });

  it('checks a payment at once after its confirmation failed at the provider', async () => {
    const { id, intent } = await openJob();
    expect(await run()).toEqual({ ...NOTHING, left: 1 });
    await server.payByCard(intent);
    server.sandbox.injectFault({ path: '/v1/payment_intents/*', method: 'GET', kind: '500' });
    const confirmed = await owner.client.post(paths.confirmPayment(id), { paymentIntentId: intent });
    expectError(confirmed, 503, 'provider_unavailable');
    expect(await run()).toEqual({ ...NOTHING, settled: 1 });
  });

  it('does not change a payment that is unknown to the provider', async () => {
    const { id } = await openJob();
    const lose = `UPDATE payments SET transaction_id = 'pi_lost' WHERE job_id = $1`;
    await server.dataSource.query(lose, [id]);
    expect(await run()).toEqual({ ...NOTHING, left: 1 });
    expect((await detail(id)).payment?.status).toBe('pending');
  });

  it('settles more payments than one batch, each once in two concurrent sweeps', async () => {
    const jobs = await Promise.all(Array.from({ length: 12 }, () => openJob()));
    await Promise.all(jobs.map(({ intent }) => server.payByCard(intent)));
    const [one, two] = await Promise.all([run(), run()]);
    expect(one.settled + two.settled).toBe(12);
    for (const { id } of jobs) expect((await detail(id)).status).toBe('paid');
  });

  it('ends when the provider fails, and retries later', async () => {
    const jobs = await Promise.all(Array.from({ length: 7 }, () => openJob()));
    await Promise.all(jobs.map(({ intent }) => server.payByCard(intent)));
    server.sandbox.injectFault({ path: '/v1/payment_intents/*', method: 'GET', kind: '500', times: 5 });
    expect(await run()).toEqual({ ...NOTHING, unavailable: 5 });
    expect(await run()).toEqual({ ...NOTHING, settled: 2 });
    await Promise.all(jobs.map(({ id }) => advanceTime(id, 120)));
    expect(await run()).toEqual({ ...NOTHING, settled: 5 });
  });

  it('stops at once while the provider hangs', async () => {
    const { id, intent } = await openJob();
    await server.payByCard(intent);
    const hang = server.sandbox.injectFault({ path: '/v1/payment_intents/*', method: 'GET', kind: 'hang' });
    const stop = new AbortController();
    const sweeping = run(stop.signal);
    await hang.met;
    stop.abort();
    expect(await sweeping).toEqual({ ...NOTHING, left: 1 });
    expect(await run(stop.signal)).toEqual(NOTHING);
    hang.remove();
    await advanceTime(id, 120);
    expect(await run()).toEqual({ ...NOTHING, settled: 1 });
  });
});
