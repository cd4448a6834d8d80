import { jobDetailView, paths, paymentOutcomeView, type PaymentStatus } from '@dps/shared-contracts';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment, startPayingServer, type PayingServer } from './support/payments.ts';
import { createPerson, type Person } from './support/people.ts';

let server: PayingServer;
let owner: Person;
let pilot: Person;
beforeAll(async () => {
  server = await startPayingServer();
  owner = await createPerson(server, 'client');
  pilot = await createPerson(server, 'pilot');
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

/** The job and its payment in words, and whether the job was written since it was paid. */
async function stateOf({ id, updatedAt }: PaidJob): Promise<string> {
  const { status, payment, ...job } = await detail(id);
  const written = job.updatedAt === updatedAt ? '' : ', written again';
  return `${status}${written}; ${payment?.status}, $${payment?.refundedAmount} back`;
}

/** The events that the provider has for a payment, oldest first, none of them sent. */
const eventsOf = ({ intent }: PaidJob) =>
  server.sandbox
    .events()
    .filter(({ event }) => JSON.stringify(event.data.object).includes(intent))
    .map(({ event }) => event);

async function tell(...ids: string[]): Promise<void> {
  for (const id of ids) server.sandbox.resend(id);
  await server.sandbox.webhooksIdle();
}

const tellOf = (job: PaidJob, ...types: string[]) =>
  tell(...eventsOf(job).flatMap(({ id, type }) => (types.includes(type) ? [id] : [])));

const refund = (job: PaidJob, amount?: number) =>
  server.merchant.refunds.create({
    payment_intent: job.intent,
    ...(amount !== undefined && { amount }),
  });

describe('a refund', () => {
  it('of a part shows what went back, and of the rest that all did', async () => {
    const job = await paidJob();
    await refund(job, 50_05);
    await tellOf(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; completed, $50.05 back');
    await refund(job);
    await tellOf(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 back');
  });

  it.each(['charge.refunded', 'refund.created'])('is heard of by %s alone', async (type) => {
    const job = await paidJob();
    await refund(job);
    await tellOf(job, type);
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 back');
  });

  it('is the same in any order, and told twice', async () => {
    const job = await paidJob();
    await refund(job, 1);
    await refund(job);
    const ids = eventsOf(job).map(({ id }) => id);
    await tell(...ids.toReversed(), ...ids);
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 back');
  });

  it('that is told before the payment itself settles the job as well', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    const intent = await openPayment(owner, id);
    await server.payByCard(intent);
    const job = { id, intent, updatedAt: '' };
    await refund(job);
    await tellOf(job, 'charge.refunded', 'payment_intent.succeeded');
    expect(await stateOf({ ...job, updatedAt: (await detail(id)).updatedAt })).toBe(
      'paid; refunded, $1450.5 back',
    );
  });

  it('leaves nothing to be paid again', async () => {
    const job = await paidJob();
    await refund(job);
    await tellOf(job, 'charge.refunded');
    expectError(await owner.client.post(paths.createPayment(job.id)), 409, 'payment_not_due');
    const again = await owner.client.post(paths.confirmPayment(job.id), { paymentIntentId: job.intent });
    expect(expectView(again, 200, paymentOutcomeView).status).toBe('completed');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 back');
  });

  it('is not undone by older news that come to be stored later', async () => {
    const job = await paidJob();
    await refund(job, 50_00);
    const part = eventsOf(job).at(-1)?.id ?? '';
    const slow = server.sandbox.injectFault({ path: '/v1/charges/*', kind: 'hang', when: 'after' });
    server.sandbox.resend(part);
    await slow.met;
    await refund(job);
    const rest = eventsOf(job).at(-1)?.id ?? '';
    server.sandbox.resend(rest);
    await expectSoon(job, 'refunded');
    slow.remove();
    await server.sandbox.webhooksIdle();
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 back');
  });
});

/** Waits until the payment of a job has a state; the test's own time is the limit. */
async function expectSoon({ id }: PaidJob, status: PaymentStatus): Promise<void> {
  while ((await detail(id)).payment?.status !== status);
}

describe('a dispute', () => {
  it.each([
    ['won', 'winning_evidence', 'completed'],
    ['lost', 'losing_evidence', 'disputed'],
  ] as const)('that is %s', async (_outcome, evidence, status) => {
    const job = await paidJob();
    const dispute = await server.sandbox.dispute(job.intent);
    await tellOf(job, 'charge.dispute.created');
    expect(await stateOf(job)).toBe('paid; disputed, $0 back');
    await server.merchant.disputes.update(dispute, { evidence: { uncategorized_text: evidence } });
    await tellOf(job, 'charge.dispute.closed');
    expect(await stateOf(job)).toBe(`paid; ${status}, $0 back`);
  });

  it('that is over when its beginning is told leaves the payment as it is', async () => {
    const job = await paidJob();
    const dispute = await server.sandbox.dispute(job.intent);
    const evidence = { uncategorized_text: 'winning_evidence' };
    await server.merchant.disputes.update(dispute, { evidence });
    await tellOf(job, 'charge.dispute.closed');
    await tellOf(job, 'charge.dispute.created');
    expect(await stateOf(job)).toBe('paid; completed, $0 back');
  });

  it('stays one when a part was refunded before', async () => {
    const job = await paidJob();
    await refund(job, 50_00);
    await server.sandbox.dispute(job.intent);
    await tellOf(job, 'charge.dispute.created', 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; disputed, $50 back');
  });
});

describe('the provider failing while it is asked what became of the money', () => {
  it('is told so, and asked again with the next delivery', async () => {
    const job = await paidJob();
    await refund(job);
    server.sandbox.injectFault({ path: '/v1/charges/*', kind: '500', times: 2 });
    await tellOf(job, 'charge.refunded');
    expect(await stateOf(job)).toBe('paid; refunded, $1450.5 back');
  });
});
