import { jobDetailView, paths, paymentOutcomeView, type PaymentStatus } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment, startPayingServer, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startPayingServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

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
  const answer = await owner.client.post(paths.confirmPayment(id), { paymentIntentId: intent });
  expectView(answer, 200, paymentOutcomeView);
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
    const job = await paidJob();
    await refund(job, 50_05);
    await deliverTypes(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; completed, $50.05 refunded');
    const first = Date.parse((await detail(job.id)).payment?.refundedAt ?? '');
    expect(Math.abs(Date.now() - first)).toBeLessThan(60_000);
    await refund(job);
    await deliverTypes(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });

  it.each(['charge.refunded', 'refund.created'])('is detected by %s alone', async (type) => {
    const job = await paidJob();
    await refund(job);
    await deliverTypes(job, type);
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });

  it('has the same result in any order and after duplicate events', async () => {
    const job = await paidJob();
    await refund(job, 1);
    await refund(job);
    const ids = eventsOf(job).map(({ id }) => id);
    await deliver(...ids.toReversed(), ...ids);
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

  it('does not make the job payable again', async () => {
    const job = await paidJob();
    await refund(job);
    await deliverTypes(job, 'charge.refunded');
    expectError(await owner.client.post(paths.createPayment(job.id)), 409, 'payment_not_due');
    const again = await owner.client.post(paths.confirmPayment(job.id), { paymentIntentId: job.intent });
    expect(expectView(again, 200, paymentOutcomeView).status).toBe('completed');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
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
  it('[SETTLE-21] is answered with an error, and the next delivery is processed', async () => {
    const job = await paidJob();
    await refund(job);
    server.sandbox.injectFault({ path: '/v1/charges/*', kind: '500', times: 2 });
    await deliverTypes(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 refunded');
  });
});
