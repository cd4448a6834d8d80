import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { errorOf, PAYMENT, stripeClient } from './support/stripe-client.ts';

let sandbox: Sandbox;
let intents: Stripe['paymentIntents'];

beforeEach(async () => {
  sandbox = await startSandbox();
  intents = stripeClient(sandbox).paymentIntents;
});
afterEach(() => sandbox.close());

const CREATE = '/v1/payment_intents';
const CONFIRM = '/v1/payment_intents/*/confirm';

// After a closed connection, Stripe's library always retries once.
const ATTEMPTS = { '500': 1, '429': 1, reset: 2 } as const;

const impatientClient = () => stripeClient(sandbox, { timeout: 50 });

describe('before a call', () => {
  it.each([
    ['500', { type: 'StripeAPIError', statusCode: 500 }],
    ['429', { type: 'StripeRateLimitError', statusCode: 429 }],
    ['reset', { type: 'StripeConnectionError' }],
  ] as const)('%s fails the given number of calls, and none is carried out', async (kind, error) => {
    const { id } = await intents.create(PAYMENT);
    sandbox.injectFault({ path: CONFIRM, kind, times: 2 * ATTEMPTS[kind] });
    const confirm = () => intents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await errorOf(confirm())).toMatchObject(error);
    expect(await errorOf(confirm())).toMatchObject(error);
    expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
    expect((await confirm()).status).toBe('succeeded');
  });

  it('a fault applies to its path and method alone', async () => {
    const { id } = await intents.create(PAYMENT);
    sandbox.injectFault({ path: `${CREATE}/${id}`, method: 'GET', kind: '500' });
    expect((await intents.create(PAYMENT)).status).toBe('requires_payment_method');
    await intents.update(id, { metadata: { jobId: '8' } });
    expect(await errorOf(intents.retrieve(id))).toMatchObject({ statusCode: 500 });
  });

  it('500 is stored under the idempotency key, and 429 is not', async () => {
    sandbox.injectFault({ path: CREATE, kind: '500' });
    const kept = () => intents.create(PAYMENT, { idempotencyKey: 'pay:1:1' });
    expect(await errorOf(kept())).toMatchObject({ statusCode: 500 });
    expect(await errorOf(kept())).toMatchObject({ statusCode: 500 });
    sandbox.injectFault({ path: CREATE, kind: '429' });
    const hasty = () => intents.create(PAYMENT, { idempotencyKey: 'pay:1:2' });
    expect(await errorOf(hasty())).toMatchObject({ statusCode: 429 });
    expect((await hasty()).status).toBe('requires_payment_method');
  });

  it('a held call continues when the fault is removed', async () => {
    const { id } = await intents.create(PAYMENT);
    const fault = sandbox.injectFault({ path: CONFIRM, kind: 'hang' });
    const confirmed = intents.confirm(id, { payment_method: 'pm_card_visa' });
    await fault.met;
    expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
    fault.remove();
    expect((await confirmed).status).toBe('succeeded');
  });

  it('a held call exceeds the timeout of the client', async () => {
    sandbox.injectFault({ path: CREATE, kind: 'hang' });
    expect(await errorOf(impatientClient().paymentIntents.create(PAYMENT))).toMatchObject({
      type: 'StripeConnectionError',
    });
  });
});

describe('after a call', () => {
  it.each(['500', '429', 'reset'] as const)(
    '%s replaces the answer of a call that was carried out',
    async (kind) => {
      const { id } = await intents.create(PAYMENT);
      sandbox.injectFault({ path: CONFIRM, kind, when: 'after', times: ATTEMPTS[kind] });
      await errorOf(intents.confirm(id, { payment_method: 'pm_card_visa' }));
      expect((await intents.retrieve(id)).status).toBe('succeeded');
    },
  );

  it('a lost answer is replayed for the same key', async () => {
    sandbox.injectFault({ path: CREATE, kind: 'reset', when: 'after', times: ATTEMPTS.reset });
    const create = () => intents.create(PAYMENT, { idempotencyKey: 'pay:1:1' });
    expect(await errorOf(create())).toMatchObject({ type: 'StripeConnectionError' });
    expect((await create()).lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('a late answer exceeds the timeout of the client', async () => {
    sandbox.injectFault({ path: CREATE, kind: 'delay', delayMs: 10_000, when: 'after' });
    expect(await errorOf(impatientClient().paymentIntents.create(PAYMENT))).toMatchObject({
      type: 'StripeConnectionError',
    });
  });
});

it('429 has Stripe-Should-Retry, so that the client of Stripe retries', async () => {
  sandbox.injectFault({ path: CREATE, kind: '429' });
  const retried = await stripeClient(sandbox, { maxNetworkRetries: 1 }).paymentIntents.create(PAYMENT);
  expect(retried.status).toBe('requires_payment_method');
  sandbox.injectFault({ path: CREATE, kind: '429' });
  expect((await errorOf(intents.create(PAYMENT))).headers).toMatchObject({ 'stripe-should-retry': 'true' });
});
