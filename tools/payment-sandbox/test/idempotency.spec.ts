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

it('replays the first answer', async () => {
  const options = { idempotencyKey: 'pay:1:1' };
  const first = await intents.create(PAYMENT, options);
  const second = await intents.create(PAYMENT, options);
  expect(second).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
});

it('gives one intent to calls at the same time', async () => {
  const options = { idempotencyKey: 'pay:2:1' };
  const created = await Promise.all(Array.from({ length: 8 }, () => intents.create(PAYMENT, options)));
  expect(new Set(created.map(({ id }) => id)).size).toBe(1);
});

it('replays a decline, although the intent has gone on', async () => {
  const { id } = await intents.create(PAYMENT);
  const decline = () =>
    intents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'confirm:1' });
  await errorOf(decline());
  await intents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(await errorOf(decline())).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' });
});

it('refuses other parameters under the same key', async () => {
  const options = { idempotencyKey: 'pay:3:1' };
  const { id } = await intents.create(PAYMENT, options);
  const error = await errorOf(intents.create({ ...PAYMENT, amount: 126_000 }, options));
  expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect(error.message).toContain("Try using a key other than 'pay:3:1'");
  expect((await intents.create(PAYMENT, options)).id).toBe(id);
});

it('refuses another endpoint under the same key', async () => {
  const options = { idempotencyKey: 'pay:4:1' };
  const { id } = await intents.create(PAYMENT, options);
  const error = await errorOf(intents.cancel(id, {}, options));
  expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
});

it('does not keep the answer to parameters that were refused', async () => {
  const options = { idempotencyKey: 'pay:5:1' };
  await errorOf(intents.create({ ...PAYMENT, amount: 1 }, options));
  expect((await intents.create(PAYMENT, options)).status).toBe('requires_payment_method');
});
