import { jobDetailView, jobNumber, jobView, paths, paymentOutcomeView } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment, type PayingServer, sendEvent, startPayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer } from './support/server.ts';
import { startStubProvider } from './support/stub-provider.ts';

let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startPayingServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const completedJob = () => jobIn(server, 'completed', { owner, pilot });
const detail = async (id: number) => expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
const confirm = (testUser: TestUser, id: number, paymentIntentId: string) =>
  testUser.client.post(paths.confirmPayment(id), { paymentIntentId });
const declined = (intentId: string) =>
  expect(server.payByCard(intentId, 'pm_card_chargeDeclined')).rejects.toThrow('declined');

describe('opening a payment', () => {
  it('[CALL-20, SETTLE-2] returns the same client secret to two concurrent tabs', async () => {
    const { id } = await completedJob();
    const [one, two] = await Promise.all([openPayment(owner, id), openPayment(owner, id)]);
    expect(one).toMatch(/^pi_/);
    expect(two).toBe(one);
    expect((await detail(id)).payment).toMatchObject({
      status: 'pending',
      transactionId: one,
      amount: 1450.5,
    });
  });

  it('[SETTLE-1] is possible in review, and refused before it and for a paid job', async () => {
    for (const status of ['in-progress', 'paid'] as const) {
      const { id } = await jobIn(server, status, { owner, pilot });
      expectError(await owner.client.post(paths.createPayment(id)), 409, 'payment_not_due');
    }
    const { id } = await jobIn(server, 'review', { owner, pilot });
    expect(await openPayment(owner, id)).toMatch(/^pi_/);
  });

  it('[SETTLE-22] sends the job and the email address of the client to the provider', async () => {
    const { id, title } = await completedJob();
    const intent = await server.merchant.paymentIntents.retrieve(await openPayment(owner, id));
    expect(intent).toMatchObject({
      description: `${jobNumber(id)} ${title}`,
      receipt_email: owner.user.email,
    });
  });

  it('retries with another key when the title changed after a lost response', async () => {
    const { id } = await completedJob();
    server.sandbox.injectFault({ path: '/v1/payment_intents', kind: 'reset', when: 'after', times: 2 });
    expectError(await owner.client.post(paths.createPayment(id)), 503, 'provider_unavailable');
    await server.dataSource.query(`UPDATE jobs SET title = 'Barn survey' WHERE id = $1`, [id]);
    expectError(await owner.client.post(paths.createPayment(id)), 503, 'provider_unavailable');
    const intent = await server.merchant.paymentIntents.retrieve(await openPayment(owner, id));
    expect(intent.description).toBe(`${jobNumber(id)} Barn survey`);
  });

  it('finds the intent again that was created before a crash of the API', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    await server.dataSource.query('UPDATE payments SET transaction_id = NULL WHERE job_id = $1', [id]);
    expect(await openPayment(owner, id)).toBe(intent);
    expect((await detail(id)).payment).toMatchObject({ transactionId: intent });
  });

  it('creates another intent when the open one was canceled at the provider', async () => {
    const { id } = await completedJob();
    const cancelled = await openPayment(owner, id);
    await server.merchant.paymentIntents.cancel(cancelled);
    const next = await openPayment(owner, id);
    expect(next).not.toBe(cancelled);
    await server.payByCard(next);
    expect(expectView(await confirm(owner, id, next), 200, paymentOutcomeView).status).toBe('completed');
    expect((await detail(id)).payment).toMatchObject({ transactionId: next, status: 'completed' });
  });
});

describe('confirming a payment', () => {
  it('[STATUS-18, STATUS-24, CALL-21, SETTLE-25] marks the job as paid when the payment succeeded at the provider, and is idempotent', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    await declined(intent);
    await server.payByCard(intent);
    expect(expectView(await confirm(owner, id, intent), 200, paymentOutcomeView).status).toBe('completed');
    const paid = await detail(id);
    expect(paid).toMatchObject({ status: 'paid', payment: { status: 'completed', provider: 'stripe' } });
    expect(paid.payment).toMatchObject({ cardBrand: 'visa', cardLast4: '4242', refundedAt: null });
    expect(expectView(await confirm(owner, id, intent), 200, paymentOutcomeView).status).toBe('completed');
    expect((await detail(id)).updatedAt).toBe(paid.updatedAt);
  });

  it('[SETTLE-5] uses the status of the provider, not of the browser', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    expectError(await confirm(owner, id, intent), 409, 'payment_failed');
    await declined(intent);
    expectError(await confirm(owner, id, intent), 409, 'payment_failed');
    const open = { status: 'pending', submitted: false };
    expect(await detail(id)).toMatchObject({ status: 'completed', payment: open });
  });

  it('[SETTLE-7] returns 202 while the provider processes it', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    server.sandbox.holdPayments(true);
    await server.payByCard(intent);
    server.sandbox.holdPayments(false);
    expect(expectView(await confirm(owner, id, intent), 202, paymentOutcomeView).status).toBe('processing');
    expect(await detail(id)).toMatchObject({ status: 'completed', payment: { submitted: true } });
  });

  it('[SETTLE-6] refuses the payment of another job', async () => {
    const [cheap, dear] = [await completedJob(), await completedJob()];
    const intent = await openPayment(owner, cheap.id);
    await openPayment(owner, dear.id);
    await server.payByCard(intent);
    expectError(await confirm(owner, dear.id, intent), 409, 'payment_mismatch');
    expectError(await confirm(owner, dear.id, 'pi_unknown'), 409, 'payment_mismatch');
    expect((await detail(dear.id)).status).toBe('completed');
  });
});

it("[CALL-24] the provider's webhook stores a decline, and settles the job without a confirmation when it arrives twice", async () => {
  const { id } = await completedJob();
  const intent = await openPayment(owner, id);
  server.sandbox.configureWebhooks({ mode: 'twice' });
  await declined(intent);
  await server.sandbox.webhooksIdle();
  const [payment] = await server.dataSource.query<{ failure_code: string }[]>(
    'SELECT failure_code FROM payments WHERE job_id = $1',
    [id],
  );
  expect(payment?.failure_code).toBe('generic_decline');
  expect((await detail(id)).payment?.status).toBe('pending');
  await server.payByCard(intent);
  await server.sandbox.webhooksIdle();
  server.sandbox.configureWebhooks({ mode: 'never' });
  expect(await detail(id)).toMatchObject({ status: 'paid', payment: { status: 'completed' } });
});

describe('a manual payment', () => {
  const markPaid = (id: number) => pilot.client.patch(paths.job(id), { status: 'paid' });

  it('[STATUS-19, STATUS-20] is recorded by the pilot', async () => {
    const { id } = await completedJob();
    expect(expectView(await markPaid(id), 200, jobView).status).toBe('paid');
    const { payment } = await detail(id);
    expect(payment).toMatchObject({ provider: 'manual', status: 'completed', amount: 1450.5 });
    expect(payment?.transactionId).toMatch(/^manual:[0-9a-f-]{36}$/);
    expectError(await markPaid(id), 409, 'status_conflict');
  });

  it('[STATUS-21] cancels an open card payment', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    expect(expectView(await markPaid(id), 200, jobView).status).toBe('paid');
    await expect(server.payByCard(intent)).rejects.toThrow('canceled');
  });

  it('[STATUS-22] is replaced by a card payment that has already succeeded', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    await server.payByCard(intent);
    expect(expectView(await markPaid(id), 200, jobView).status).toBe('paid');
    expect((await detail(id)).payment).toMatchObject({ provider: 'stripe', transactionId: intent });
  });
});

describe('concurrent calls', () => {
  it('[SETTLE-8] settle a job once: confirmations, events and a manual payment', async () => {
    const { id } = await completedJob();
    const intent = await openPayment(owner, id);
    server.sandbox.configureWebhooks({ mode: 'twice' });
    await server.payByCard(intent);
    const confirmations = Array.from({ length: 5 }, () => confirm(owner, id, intent));
    const claim = pilot.client.patch(paths.job(id), { status: 'paid' });
    for (const response of await Promise.all(confirmations)) expect(response.status).toBe(200);
    expect([200, 409]).toContain((await claim).status);
    await server.sandbox.webhooksIdle();
    server.sandbox.configureWebhooks({ mode: 'never' });
    const payments = await server.dataSource.query<{ status: string; transaction_id: string }[]>(
      'SELECT status, transaction_id FROM payments WHERE job_id = $1',
      [id],
    );
    expect(payments).toEqual([{ status: 'completed', transaction_id: intent }]);
    expect((await detail(id)).status).toBe('paid');
  });

  /** Opens a card payment and records a manual payment at once, then pays by card. */
  async function raceCardAndManualPayment() {
    const { id } = await completedJob();
    const [opened, claim] = await Promise.all([
      owner.client.post(paths.createPayment(id)),
      pilot.client.patch(paths.job(id), { status: 'paid' }),
    ]);
    const rows = await server.dataSource.query<{ provider: string }[]>(
      `SELECT provider FROM payments WHERE job_id = $1 AND status IN ('pending', 'completed')`,
      [id],
    );
    const [intent = ''] = String(Reflect.get(Object(opened.body), 'clientSecret')).split('_secret_');
    const paidByCard = await server.payByCard(intent).then(
      () => true,
      () => false,
    );
    return { claimed: claim.status === 200, paidByCard, live: rows.map(({ provider }) => provider) };
  }

  it('[ENTITY-21] never leave both a card payment and a manual payment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { claimed, paidByCard, live } = await raceCardAndManualPayment();
      expect({ paidByCard, live }).toEqual({ paidByCard: !claimed, live: [claimed ? 'manual' : 'stripe'] });
    }
  });
});

describe('without the provider', () => {
  it('[SETTLE-3, SETTLE-17] returns 503, and the payment stays open for a retry', async () => {
    const isolated = await startPayingServer();
    const users = {
      owner: await createUser(isolated, 'client'),
      pilot: await createUser(isolated, 'pilot'),
    };
    const { id } = await jobIn(isolated, 'completed', users);
    await isolated.sandbox.close();
    const response = await users.owner.client.post(paths.createPayment(id));
    expectError(response, 503, 'provider_unavailable');
    expect(response.headers.get('retry-after')).toBe('5');
    const job = expectView(await users.owner.client.get(paths.job(id)), 200, jobDetailView);
    expect(job).toMatchObject({ status: 'completed', payment: { status: 'pending', transactionId: null } });
    await isolated.close();
  });
});

describe('a payment that is unknown to the provider', () => {
  it('is a mismatch in every call and stays unchanged', async () => {
    const { id } = await completedJob();
    await openPayment(owner, id);
    const lost = `pi_lost${id}`;
    await server.dataSource.query('UPDATE payments SET transaction_id = $2 WHERE job_id = $1', [id, lost]);
    const object = { id: lost };
    const event = { id: `evt_lost${id}`, type: 'payment_intent.succeeded', data: { object } };
    expectError(await sendEvent(server, event), 409, 'payment_mismatch');
    expectError(await owner.client.post(paths.createPayment(id)), 409, 'payment_mismatch');
    expectError(await confirm(owner, id, lost), 409, 'payment_mismatch');
    expectError(await pilot.client.patch(paths.job(id), { status: 'paid' }), 409, 'payment_mismatch');
    expect(await detail(id)).toMatchObject({ status: 'completed', payment: { status: 'pending' } });
  });
});

const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } };
const OPEN_TRANSACTIONS = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;

const startedIntent = (id: string) => ({
  id,
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount: 145_050,
  currency: 'usd',
  metadata: {},
  client_secret: `${id}_secret_1`,
});

it('retries with another idempotency key after a failure', async () => {
  const provider = await startStubProvider((key) =>
    key.endsWith(':1') ? FAILURE : { status: 200, body: startedIntent('pi_second') },
  );
  const stripe = { secretKey: 'sk_test_unit', webhookSecret: 'whsec_unit', apiBase: provider.url };
  const failing = await startServer({ stripe });
  const client = await createUser(failing, 'client');
  const parties = { owner: client, pilot: await createUser(failing, 'pilot') };
  const { id } = await jobIn(failing, 'completed', parties);

  expectError(await client.client.post(paths.createPayment(id)), 503, 'provider_unavailable');
  expect(await openPayment(client, id)).toBe('pi_second');
  expect([...new Set(provider.keys)]).toEqual([
    expect.stringMatching(/^pay:\d+:1$/),
    expect.stringMatching(/^pay:\d+:2$/),
  ]);

  await failing.close();
  await provider.close();
});

it('[SETTLE-4] responds without a transaction when the provider hangs', async () => {
  const { id } = await completedJob();
  const hang = server.sandbox.injectFault({ path: '/v1/payment_intents', kind: 'hang', times: 100 });
  const responses = Array.from({ length: 20 }, () => owner.client.post(paths.createPayment(id)));
  await hang.met;
  expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  while ((await server.dataSource.query<object[]>(OPEN_TRANSACTIONS)).length > 0);
  for (const response of await Promise.all(responses)) {
    expectError(response, 503, 'provider_unavailable');
    expect(response.headers.get('retry-after')).toBe('5');
  }
  hang.remove();
  expect(await openPayment(owner, id)).toMatch(/^pi_/);
});
