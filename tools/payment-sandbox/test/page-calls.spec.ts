import type { Stripe } from 'stripe';
import { startSandbox, stripeScript, type Sandbox } from '../src/index.ts';
import { PAYMENT, stripeClient } from './support/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
});
afterAll(() => sandbox.close());

const NEXT_YEAR = String(new Date().getUTCFullYear() + 1);

/** Makes a call as a page does: with the publishable key and the client secret in the form. */
async function callFromPage(path: string, clientSecret: string | null, fields: Record<string, string> = {}) {
  const form = new URLSearchParams({
    key: sandbox.keys.publishableKey,
    ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    ...fields,
  });
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${path}`, { method: 'POST', body: form });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

const card = (number: string, change: Record<string, string> = {}) => ({
  use_stripe_sdk: 'true',
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': NEXT_YEAR,
  'payment_method_data[card][cvc]': '123',
  'payment_method_data[billing_details][address][postal_code]': '94107',
  ...change,
});

async function newIntent() {
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { jobId: '7' },
  });
  return { id: intent.id, clientSecret: intent.client_secret };
}

const statusOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status;

it('pays with a card number, and hides metadata from the page', async () => {
  const { id, clientSecret } = await newIntent();
  const { status, body } = await callFromPage(`${id}/confirm`, clientSecret, card('4242 4242 4242 4242'));
  expect({ status, body }).toMatchObject({ status: 200, body: { id, status: 'succeeded' } });
  expect(body).not.toHaveProperty('metadata');
});

it('declines a card, and a real one', async () => {
  for (const [number, decline_code] of [
    ['4000000000009995', 'insufficient_funds'],
    ['4111111111111111', 'test_mode_live_card'],
  ] as const) {
    const { id, clientSecret } = await newIntent();
    const { status, body } = await callFromPage(`${id}/confirm`, clientSecret, card(number));
    const payment_intent = { id, status: 'requires_payment_method' };
    const error = { type: 'card_error', code: 'card_declined', decline_code, payment_intent };
    expect({ status, body }).toMatchObject({ status: 402, body: { error } });
    expect(body).not.toHaveProperty('error.payment_intent.metadata');
  }
});

it.each([
  ['a wrong check digit', { 'payment_method_data[card][number]': '4242424242424241' }, 'incorrect_number'],
  ['a thirteenth month', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
  ['a short security code', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
])('returns 402 for a card with %s, and leaves the intent unchanged', async (_case, change, code) => {
  const { id, clientSecret } = await newIntent();
  const answer = await callFromPage(`${id}/confirm`, clientSecret, card('4242424242424242', change));
  expect(answer).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } });
  expect(await statusOf(id)).toBe('requires_payment_method');
});

it('allows the page to retrieve its intent, but not to change or cancel it', async () => {
  const { id, clientSecret } = await newIntent();
  const query = new URLSearchParams({
    key: sandbox.keys.publishableKey,
    client_secret: String(clientSecret),
  });
  const retrieved = await fetch(`${sandbox.url}/v1/payment_intents/${id}?${query.toString()}`);
  expect(await retrieved.json()).toMatchObject({ id, amount: 5000 });
  expect((await callFromPage(id, clientSecret, { amount: '50' })).status).toBe(401);
  expect((await callFromPage(`${id}/cancel`, clientSecret)).status).toBe(401);
  expect((await callFromPage(`${id}/confirm`, clientSecret, { amount: '50' })).status).toBe(400);
  expect((await stripe.paymentIntents.retrieve(id)).amount).toBe(5000);
});

describe('the publishable key', () => {
  const asPage = async (method: 'GET' | 'POST', path: string) => {
    const headers = { authorization: `Bearer ${sandbox.keys.publishableKey}` };
    return (await fetch(sandbox.url + path, { method, headers })).status;
  };

  it('[SETTLE-23] allows no call of a server', async () => {
    for (const call of ['payment_intents', 'refunds', 'disputes/du_1'])
      expect(await asPage('POST', `/v1/${call}`)).toBe(401);
    for (const list of ['charges', 'refunds', 'disputes'])
      expect(await asPage('GET', `/v1/${list}`)).toBe(401);
  });

  it('[SETTLE-23] does not show or pay the intent of another payer', async () => {
    const { id } = await newIntent();
    expect(await asPage('GET', `/v1/payment_intents/${id}`)).toBe(400);
    const { clientSecret } = await newIntent();
    const visa = card('4242424242424242');
    for (const [secret, code] of [
      [null, 'parameter_missing'],
      [clientSecret, 'payment_intent_invalid_parameter'],
    ] as const)
      expect(await callFromPage(`${id}/confirm`, secret, visa)).toMatchObject({
        status: 400,
        body: { error: { code, param: 'client_secret' } },
      });
    expect((await callFromPage(`${id}/challenge`, clientSecret, { outcome: 'complete' })).status).toBe(400);
    expect(await statusOf(id)).toBe('requires_payment_method');
  });
});

it('has no call that sets the address of the webhook, even with the secret key', async () => {
  const headers = { authorization: `Bearer ${sandbox.keys.secretKey}` };
  const body = new URLSearchParams({ url: 'http://192.0.2.1/', 'enabled_events[0]': '*' });
  for (const path of ['/v1/webhook_endpoints', '/v1/webhook_endpoints/we_1', '/sandbox/webhooks'])
    expect((await fetch(sandbox.url + path, { method: 'POST', headers, body })).status).toBe(404);
});

describe('an authentication', () => {
  const confirm = async () => {
    const intent = await newIntent();
    const answer = await callFromPage(`${intent.id}/confirm`, intent.clientSecret, card('4000002500003155'));
    expect(answer.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    return intent;
  };

  it('is followed by a payment when it is completed', async () => {
    const { id, clientSecret } = await confirm();
    const answer = await callFromPage(`${id}/challenge`, clientSecret, { outcome: 'complete' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', next_action: null } });
  });

  it('is followed by another card when it fails, and has one result', async () => {
    const { id, clientSecret } = await confirm();
    const answer = await callFromPage(`${id}/challenge`, clientSecret, { outcome: 'fail' });
    expect(answer.body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const again = await callFromPage(`${id}/challenge`, clientSecret, { outcome: 'complete' });
    const error = { code: 'payment_intent_unexpected_state' };
    expect(again).toMatchObject({ status: 400, body: { error } });
  });
});

it('returns 415 for a body that is not a form', async () => {
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.keys.secretKey}` },
    body: JSON.stringify(PAYMENT),
  });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

it('serves the script for the page', async () => {
  const response = await fetch(`${sandbox.url}/stripe.js`);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await response.text()).toBe(await stripeScript());
});

describe('the page of a bank', () => {
  const AT_BANK = '4000000000003063';

  /** Confirms a payment with a card that leads to the page, and returns the address of the page. */
  async function atBank() {
    const { id, clientSecret } = await newIntent();
    const fields = { ...card(AT_BANK), return_url: 'http://localhost:4200/payments?result=7' };
    const { body } = await callFromPage(`${id}/confirm`, clientSecret, fields);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const [address = ''] = /bank\/payatt_\w+/.exec(JSON.stringify(body)) ?? [];
    return { id, clientSecret, page: `${sandbox.url}/${address}` };
  }
  const choose = (page: string, outcome: string) =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

  it.each([
    ['complete', 'succeeded', 'succeeded'],
    ['fail', 'failed', 'requires_payment_method'],
  ])('returns the payer with the parameters of the provider after %s', async (outcome, result, status) => {
    const { id, clientSecret, page } = await atBank();
    const text = await (await fetch(page)).text();
    expect(text).toContain('a payment of $50.00');
    const response = await choose(page, outcome);
    expect(response.status).toBe(303);
    const address = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      result: '7',
      payment_intent: id,
      payment_intent_client_secret: clientSecret,
      redirect_status: result,
    });
    expect(await statusOf(id)).toBe(status);
    expect((await choose(page, outcome)).status).toBe(404);
  });
});
