import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../src/index.ts';
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
  it('returns an intent that requires a payment method', async () => {
    const given = { description: 'Roof survey', receipt_email: 'client@example.com' };
    const intent = await create(given);
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 125_000,
      amount_received: 0,
      metadata: PAYMENT.metadata,
      last_payment_error: null,
      ...given,
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  it('echoes the allowed payment method types and offers its own, or uses automatic ones', async () => {
    expect(await create({ allowed_payment_method_types: ['card', 'klarna'] })).toMatchObject({
      allowed_payment_method_types: ['card', 'klarna'],
      payment_method_types: ['card'],
      automatic_payment_methods: null,
    });
    const { amount, currency } = PAYMENT;
    expect(await stripe.paymentIntents.create({ amount, currency })).toMatchObject({
      allowed_payment_method_types: null,
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    });
  });

  it.each([
    ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
    ['49 cents', { amount: 49 }, 'amount_too_small', 'amount'],
    ['a million dollars', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['another currency', { currency: 'xyz' }, undefined, 'currency'],
    ['an unknown parameter', { colour: 'red' }, 'parameter_unknown', 'colour'],
    ['an unknown card', { payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
    [
      'payment method types without cards',
      { allowed_payment_method_types: ['klarna'] },
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    ],
  ])('returns 400 for %s', async (_case, change, code, param) => {
    const error = await errorOf(stripe.rawRequest('POST', '/v1/payment_intents', { ...PAYMENT, ...change }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
    expect(error.code).toBe(code);
  });
});

it('changes metadata, and removes an entry that is set to an empty text', async () => {
  const { id } = await create();
  const { metadata } = await stripe.paymentIntents.update(id, { metadata: { jobId: '8', paymentId: '' } });
  expect(metadata).toEqual({ jobId: '8' });
});

describe('confirming', () => {
  it('[SETTLE-19] charges once for concurrent calls', async () => {
    const { id } = await create();
    const attempts = Array.from({ length: 5 }, () =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('requires a return address if payment methods may redirect', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
    const card = { payment_method: 'pm_card_visa' };
    const error = await errorOf(stripe.paymentIntents.confirm(id, card));
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' });
    const paid = await stripe.paymentIntents.confirm(id, { ...card, return_url: 'http://localhost:4200/' });
    expect(paid.status).toBe('succeeded');
  });

  it('returns 402 for a required authentication with error_on_requires_action', async () => {
    const card = { payment_method: 'pm_card_authenticationRequired', error_on_requires_action: true };
    expect(await errorOf(create({ ...card, confirm: true }))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
      payment_intent: { status: 'requires_payment_method' },
    });
    const { id } = await create();
    expect(await errorOf(stripe.paymentIntents.confirm(id, card))).toMatchObject({ statusCode: 402 });
  });
});

it('expands the latest charge in place of its id, and no other property', async () => {
  const { id, latest_charge } = await create({ confirm: true, payment_method: 'pm_card_amex' });
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const card = { brand: 'amex', last4: '0005' };
  expect(intent.latest_charge).toMatchObject({ id: latest_charge, payment_method_details: { card } });
  const open = await stripe.paymentIntents.retrieve((await create()).id, { expand: ['latest_charge'] });
  expect(open.latest_charge).toBeNull();
  const error = await errorOf(stripe.paymentIntents.retrieve(id, { expand: ['customer'] }));
  expect(error).toMatchObject({ statusCode: 400, message: 'This property cannot be expanded (customer).' });
});

it('cancels an open intent, and none that has succeeded', async () => {
  const { id } = await create();
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  expect(canceled.canceled_at).toBeGreaterThan(1.7e9);
  const late = await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
  expect(late.code).toBe('payment_intent_unexpected_state');
  const paid = await create({ payment_method: 'pm_card_visa', confirm: true });
  const error = await errorOf(stripe.paymentIntents.cancel(paid.id));
  expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  expect(error.payment_intent).toMatchObject({ status: 'succeeded' });
});

it('returns 401 without a secret key, and 404 for an unknown intent', async () => {
  const refusalOf = (key: string) => errorOf(stripeClient(sandbox, { key }).paymentIntents.create(PAYMENT));
  expect(await refusalOf('sk_test_wrong')).toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: 'Invalid API Key provided: sk_test_****rong',
  });
  expect(await refusalOf(sandbox.keys.publishableKey)).toMatchObject({
    statusCode: 401,
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
  expect((await fetch(`${sandbox.url}/v1/payment_intents/pi_1`)).status).toBe(401);
  expect(await errorOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_none'",
  });
});
