import { paths, paymentListView, type PaymentView } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment, sendEvent, startPayingServer, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PayingServer;
beforeAll(async () => {
  server = await startPayingServer();
});
afterAll(() => server.close());

/** A client and the pilot of the client's jobs. */
async function newPair(): Promise<{ owner: TestUser; pilot: TestUser }> {
  return { owner: await createUser(server, 'client'), pilot: await createUser(server, 'pilot') };
}

async function list({ client }: TestUser): Promise<PaymentView[]> {
  return expectView(await client.get(paths.payments()), 200, paymentListView);
}

/** Notifies the API of a card payment or its refund. */
async function notify(type: string, intent: string): Promise<void> {
  const response = await sendEvent(server, {
    id: `evt_${type}_${intent}`,
    type,
    data: { object: type.startsWith('payment_intent') ? { id: intent } : { payment_intent: intent } },
  });
  expect(response.status).toBe(200);
}

/** Pays a completed job by card. Returns the ids of the job and the intent. */
async function payJob(owner: TestUser, pilot: TestUser): Promise<{ id: number; intent: string }> {
  const { id } = await jobIn(server, 'completed', { owner, pilot });
  const intent = await openPayment(owner, id);
  await server.payByCard(intent);
  await notify('payment_intent.succeeded', intent);
  return { id, intent };
}

describe('the list of payments', () => {
  it('[CALL-29] has the payments of a client and of the assigned pilot, newest job first, and no jobs without payment', async () => {
    const { owner, pilot } = await newPair();
    const first = await payJob(owner, pilot);
    await jobIn(server, 'completed', { owner, pilot });
    const last = await jobIn(server, 'completed', { owner, pilot });
    await openPayment(owner, last.id);
    const payments = await list(owner);
    expect(payments.map(({ jobId, status }) => [jobId, status])).toEqual([
      [last.id, 'pending'],
      [first.id, 'completed'],
    ]);
    expect(payments[1]).toMatchObject({
      amount: 1450.5,
      refundedAmount: 0,
      refundedAt: null,
      transactionId: first.intent,
      provider: 'stripe',
      cardLast4: '4242',
      submitted: false,
    });
    // Only the pilot reads the status of the share.
    const [open, paid] = payments;
    expect(await list(pilot)).toEqual([
      { ...open, share: null },
      { ...paid, share: 'waiting' },
    ]);
  });

  it('[CALL-29] has only the payments of jobs of the signed-in user', async () => {
    const one = await newPair();
    const two = await newPair();
    const { id: ofOne } = await payJob(one.owner, two.pilot);
    const { id: ofTwo } = await payJob(two.owner, two.pilot);
    const jobsOf = async (user: TestUser) => (await list(user)).map(({ jobId }) => jobId);
    expect(await jobsOf(one.owner)).toEqual([ofOne]);
    expect(await jobsOf(one.pilot)).toEqual([]);
    expect(await jobsOf(two.owner)).toEqual([ofTwo]);
    expect(await jobsOf(two.pilot)).toEqual([ofTwo, ofOne]);
  });

  it('has the amount of a refund', async () => {
    const { owner, pilot } = await newPair();
    const { intent } = await payJob(owner, pilot);
    await server.merchant.refunds.create({ payment_intent: intent, amount: 50_05 });
    await notify('charge.refunded', intent);
    const [part] = await list(owner);
    expect(part).toMatchObject({ status: 'completed', refundedAmount: 50.05 });
    expect(part?.refundedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await server.merchant.refunds.create({ payment_intent: intent });
    await notify('refund.created', intent);
    expect(await list(pilot)).toMatchObject([{ status: 'refunded', refundedAmount: 1450.5 }]);
  });

  it('[CALL-29] has pages without a gap or a repeat', async () => {
    const { owner, pilot } = await newPair();
    const jobs: number[] = [];
    for (let n = 0; n < 3; n += 1) jobs.unshift((await payJob(owner, pilot)).id);
    const first = await owner.client.get(`${paths.payments()}?limit=2`);
    const [newest, ...rest] = expectView(first, 200, paymentListView);
    expect([newest, ...rest].map((each) => each?.jobId)).toEqual(jobs.slice(0, 2));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await owner.client.get(next);
    expect(expectView(second, 200, paymentListView).map(({ jobId }) => jobId)).toEqual(jobs.slice(2));
    expect(second.headers.get('link')).toBeNull();
    expectError(await owner.client.get(`${paths.payments()}?after=x`), 400, 'validation_failed');
  });
});
