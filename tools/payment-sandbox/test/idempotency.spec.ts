import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { errorOf, PAYMENT, stripeClient } from './support/stripe-client.ts';

let sandbox: Sandbox;
let intents: Stripe['paymentIntents'];

beforeAll(async () => {
  sandbox = await startSandbox();
  intents = stripeClient(sandbox).paymentIntents;
});
afterAll(() => sandbox.close());

it('[SETTLE-19] replays the first answer to a second call with the key', async () => {
  const options = { idempotencyKey: 'pay:1:1' };
  const first = await intents.create(PAYMENT, options);
  const second = await intents.create(PAYMENT, options);
  expect(second).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
});

it('returns 409 while a call with the key is in progress, and replays its answer afterwards', async () => {
  const options = { idempotencyKey: 'pay:2:1' };
  const fault = sandbox.injectFault({ path: '/v1/payment_intents', kind: 'hang' });
  const first = intents.create(PAYMENT, options);
  await fault.met;
  expect(await errorOf(intents.create(PAYMENT, options))).toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
    message: expect.stringContaining('pay:2:1'),
  });
  fault.remove();
  expect((await intents.create(PAYMENT, options)).id).toBe((await first).id);
});

it('replays a decline after the intent has been paid', async () => {
  const { id } = await intents.create(PAYMENT);
  const decline = () =>
    intents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'confirm:1' });
  await errorOf(decline());
  await intents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(await errorOf(decline())).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' });
});

it('returns 400 for other parameters or another endpoint with the same key', async () => {
  const options = { idempotencyKey: 'pay:3:1' };
  const { id } = await intents.create(PAYMENT, options);
  const error = await errorOf(intents.create({ ...PAYMENT, amount: 126_000 }, options));
  expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect(error.message).toContain("Try using a key other than 'pay:3:1'");
  expect((await intents.create(PAYMENT, options)).id).toBe(id);
  expect(await errorOf(intents.cancel(id, {}, options))).toMatchObject({ type: 'StripeIdempotencyError' });
  expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
});

it('stores an error of the server, and no answer to invalid parameters or to too many calls', async () => {
  const create = (idempotencyKey: string, change = {}) =>
    intents.create({ ...PAYMENT, ...change }, { idempotencyKey });
  await errorOf(create('pay:5:1', { amount: 1 }));
  expect((await create('pay:5:1')).status).toBe('requires_payment_method');
  const path = '/v1/payment_intents';
  sandbox.injectFault({ path, kind: '500' });
  for (const _attempt of [1, 2])
    expect(await errorOf(create('pay:6:1'))).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
  sandbox.injectFault({ path, kind: '429' });
  const refusal = await errorOf(create('pay:6:2'));
  expect(refusal).toMatchObject({ statusCode: 429, headers: { 'stripe-should-retry': 'true' } });
  expect((await create('pay:6:2')).status).toBe('requires_payment_method');
});
