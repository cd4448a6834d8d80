import type { Stripe } from 'stripe';
import { SANDBOX_KEYS, startSandbox, type Sandbox } from '../src/index.ts';
import { errorOf, PAYMENT, stripeClient } from './support/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
});
afterAll(() => sandbox.close());

const create = (change: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...PAYMENT, ...change });

describe('creating', () => {
  it('gives an intent that waits for a payment method', async () => {
    const intent = await create({ description: 'Roof survey' });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 125_000,
      amount_received: 0,
      currency: 'usd',
      description: 'Roof survey',
      metadata: { jobId: '7', paymentId: '3' },
      livemode: false,
      last_payment_error: null,
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  it.each([
    ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
    ['half a cent', { amount: 100.5 }, 'parameter_invalid_integer', 'amount'],
    ['nothing', { amount: 0 }, 'parameter_invalid_integer', 'amount'],
    ['49 cents', { amount: 49 }, 'amount_too_small', 'amount'],
    ['a million', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['another currency', { currency: 'xyz' }, undefined, 'currency'],
    ['metadata beyond the limit', { metadata: { note: 'x'.repeat(501) } }, 'parameter_invalid', 'metadata'],
    ['a parameter that does not exist', { colour: 'red' }, 'parameter_unknown', 'colour'],
    ['a card that does not exist', { payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
  ])('refuses %s', async (_case, change, code, param) => {
    const error = await errorOf(stripe.rawRequest('POST', '/v1/payment_intents', { ...PAYMENT, ...change }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
    expect(error.code).toBe(code);
  });

  it.each([50, 99_999_999])('accepts the limit of %d cents', async (amount) => {
    expect((await create({ amount })).amount).toBe(amount);
  });
});

describe('updating', () => {
  it('changes amount and metadata, and removes an entry that is set to nothing', async () => {
    const { id } = await create();
    const updated = await stripe.paymentIntents.update(id, {
      amount: 99_00,
      metadata: { jobId: '8', paymentId: '' },
    });
    expect(updated).toMatchObject({ amount: 99_00, metadata: { jobId: '8' } });
    expect(updated.metadata).not.toHaveProperty('paymentId');
  });

  it('keeps the amount of a payment that has succeeded', async () => {
    const { id } = await create({ payment_method: 'pm_card_visa', confirm: true });
    const error = await errorOf(stripe.paymentIntents.update(id, { amount: 99_00 }));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect((await stripe.paymentIntents.retrieve(id)).amount).toBe(125_000);
  });

  it('takes back an authentication that was asked for another amount', async () => {
    const asked = await create({ payment_method: 'pm_card_authenticationRequired', confirm: true });
    expect(asked.status).toBe('requires_action');
    const updated = await stripe.paymentIntents.update(asked.id, { amount: 50_000 });
    expect(updated).toMatchObject({ status: 'requires_confirmation', next_action: null });
  });
});

describe('confirming', () => {
  it.each(['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'])('succeeds with %s', async (card) => {
    const { id } = await create();
    const intent = await stripe.paymentIntents.confirm(id, {
      payment_method: card,
      expand: ['payment_method'],
    });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 125_000,
      latest_charge: expect.stringMatching(/^ch_/),
    });
    expect(intent.payment_method).toMatchObject({ object: 'payment_method', type: 'card' });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
  ])('is declined with %s and takes another card afterwards', async (card, code, declineCode, message) => {
    const { id } = await create();
    const error = await errorOf(stripe.paymentIntents.confirm(id, { payment_method: card }));
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      message,
    });
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });

    const intent = await stripe.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    expect(intent.last_payment_error).toMatchObject({ type: 'card_error', code, message });

    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('needs a payment method', async () => {
    const { id } = await create();
    const error = await errorOf(stripe.paymentIntents.confirm(id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it('charges once', async () => {
    const { id } = await create();
    const attempts = Array.from({ length: 5 }, () =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('needs somewhere to return to where payment methods may leave the page', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
    const error = await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' });
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost:4200/payments',
    });
    expect(paid.status).toBe('succeeded');
  });
});

describe('cancelling', () => {
  it('ends an open intent', async () => {
    const { id } = await create();
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toBeGreaterThan(1.7e9);
    const error = await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect(error.code).toBe('payment_intent_unexpected_state');
  });

  it('leaves a payment that has succeeded alone', async () => {
    const { id } = await create({ payment_method: 'pm_card_visa', confirm: true });
    const error = await errorOf(stripe.paymentIntents.cancel(id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(error.payment_intent).toMatchObject({ status: 'succeeded' });
  });
});

describe('keys', () => {
  it.each([
    ['a wrong key', 'sk_test_wrong', 'Invalid API Key provided: sk_test_****rong'],
    [
      'the key of the page',
      SANDBOX_KEYS.publishableKey,
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
    ],
  ])('refuses %s', async (_case, key, message) => {
    const error = await errorOf(stripeClient(sandbox, key).paymentIntents.create(PAYMENT));
    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401, message });
  });

  it('refuses a call without a key', async () => {
    const response = await fetch(`${sandbox.url}/v1/payment_intents/pi_1`);
    expect(response.status).toBe(401);
  });

  it('answers 404 for an intent that does not exist', async () => {
    const error = await errorOf(stripe.paymentIntents.retrieve('pi_none'));
    expect(error).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
  });
});
