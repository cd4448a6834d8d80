import { readFileSync } from 'node:fs';
import { Stripe } from 'stripe';
import { API_VERSION } from '../src/events.ts';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { idOf } from '../src/ids.ts';
import { pay, PAYMENT, stripeClient } from './support.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let intents: Stripe['paymentIntents'];

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  intents = stripe.paymentIntents;
});
afterAll(() => sandbox.close());

/** Returns the error of a call. @throws Error if the call succeeds. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error ?? new Error('The call succeeded.');
}

const UNEXPECTED_STATE = { statusCode: 400, code: 'payment_intent_unexpected_state' };

describe('a payment intent', () => {
  it('requires a payment method at first', async () => {
    const given = { ...PAYMENT, description: 'Roof survey', receipt_email: 'client@example.com' };
    const intent = await intents.create(given);
    const status = 'requires_payment_method';
    expect(intent).toMatchObject({ ...given, object: 'payment_intent', status, last_payment_error: null });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await intents.retrieve(intent.id)).toEqual(intent);
    expect(await errorOf(intents.confirm(intent.id))).toMatchObject(UNEXPECTED_STATE);
  });

  it.each([
    ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
    ['no integer', { amount: '1.5' }, 'parameter_invalid_integer', 'amount'],
    ['a parameter that the product does not send', { colour: 'red' }, 'parameter_unknown', 'colour'],
  ])('is refused with %s', async (_case, change, code, param) => {
    const error = await errorOf(stripe.rawRequest('POST', '/v1/payment_intents', { ...PAYMENT, ...change }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param });
  });

  it('[SETTLE-19] is charged once by concurrent calls', async () => {
    const { id } = await intents.create(PAYMENT);
    const confirm = () => intents.confirm(id, { payment_method: 'pm_card_visa' });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, confirm));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject(UNEXPECTED_STATE);
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('accepts another card after a declined one', async () => {
    const { id } = await intents.create(PAYMENT);
    const codes = { code: 'card_declined', decline_code: 'generic_decline' };
    const declined = await errorOf(intents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }));
    expect(declined).toMatchObject({ type: 'StripeCardError', statusCode: 402, ...codes });
    const intent = await intents.retrieve(id);
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: codes });
    expect(await stripe.charges.retrieve(idOf(intent.latest_charge))).toMatchObject({ status: 'failed' });
    const paid = await intents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('cannot be canceled with money, nor paid after it', async () => {
    expect(await errorOf(intents.cancel((await pay(stripe)).id))).toMatchObject(UNEXPECTED_STATE);
    const { id } = await intents.create(PAYMENT);
    expect(await intents.cancel(id)).toMatchObject({ status: 'canceled' });
    const late = intents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await errorOf(late)).toMatchObject(UNEXPECTED_STATE);
  });
});

it('refunds at most the money of a charge, and decides a dispute once', async () => {
  const { id, latest_charge } = await pay(stripe);
  const refund = (amount?: number) =>
    stripe.refunds.create({ payment_intent: id, ...(amount && { amount }) });
  expect(await refund(25_000)).toMatchObject({ amount: 25_000, status: 'succeeded' });
  const dispute = await sandbox.dispute(id);
  expect(await errorOf(refund(100_001))).toMatchObject({ statusCode: 400, param: 'amount' });
  expect((await refund()).amount).toBe(100_000);
  expect(await errorOf(refund())).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  const charge = idOf(latest_charge);
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 125_000, refunded: true });
  const { data, has_more } = await stripe.refunds.list({ charge, limit: 1 });
  expect([data.map(({ amount }) => amount), has_more]).toEqual([[100_000], true]);
  const respond = (uncategorized_text: string) =>
    stripe.disputes.update(dispute, { evidence: { uncategorized_text } });
  expect(await respond('winning_evidence')).toMatchObject({ status: 'won', amount: 100_000 });
  expect(await errorOf(respond('losing_evidence'))).toMatchObject({ statusCode: 400 });
  const unpaid = await intents.create(PAYMENT);
  expect(await errorOf(stripe.refunds.create({ payment_intent: unpaid.id }))).toMatchObject({
    type: 'StripeInvalidRequestError',
  });
});

it('has the balance transactions of a charge, its refund and its dispute, with the usual fees', async () => {
  const { id: payment_intent } = await pay(stripe);
  await stripe.refunds.create({ payment_intent, amount: 25_000 });
  for (const cents of [0, 125_001])
    await expect(sandbox.dispute(payment_intent, cents)).rejects.toThrow('has 1 to 125000 cents');
  const dispute = await sandbox.dispute(payment_intent, 30_000);
  await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } });
  const expand = ['data.balance_transaction'];
  const charges = await stripe.charges.list({ payment_intent, expand });
  const refunds = await stripe.refunds.list({ payment_intent, expand });
  const disputes = await stripe.disputes.list({ payment_intent });
  const money = [...charges.data, ...refunds.data].map((one) => one.balance_transaction);
  expect(money).toMatchObject([
    { type: 'charge', amount: 125_000, fee: 3655, net: 121_345, source: charges.data[0]?.id },
    { type: 'refund', amount: -25_000, fee: 0, net: -25_000, source: refunds.data[0]?.id },
  ]);
  expect(disputes.data[0]?.balance_transactions).toMatchObject([
    { type: 'adjustment', amount: -30_000, fee: 1500 },
    { type: 'adjustment', amount: 30_000, fee: 0 },
  ]);
  expect(await errorOf(stripe.charges.list({ expand: ['data.customer'] }))).toMatchObject({
    statusCode: 400,
  });
});

describe('an idempotency key', () => {
  it('[SETTLE-19] returns the first response again', async () => {
    const options = { idempotencyKey: 'pay:1:1' };
    const first = await intents.create(PAYMENT, options);
    const second = await intents.create(PAYMENT, options);
    expect(second).toEqual(first);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    const decline = () =>
      intents.confirm(
        first.id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'confirm:1' },
      );
    await errorOf(decline());
    await intents.confirm(first.id, { payment_method: 'pm_card_visa' });
    expect(await errorOf(decline())).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' });
  });

  it('is refused while its call is in progress', async () => {
    const options = { idempotencyKey: 'pay:2:1' };
    const fault = sandbox.injectFault({ path: '/v1/payment_intents', kind: 'hang' });
    const first = intents.create(PAYMENT, options);
    await fault.met;
    const error = { statusCode: 409, code: 'idempotency_key_in_use' };
    expect(await errorOf(intents.create(PAYMENT, options))).toMatchObject(error);
    fault.remove();
    expect((await intents.create(PAYMENT, options)).id).toBe((await first).id);
  });

  it('is refused for another call, and free after invalid parameters', async () => {
    const options = { idempotencyKey: 'pay:3:1' };
    await errorOf(intents.create({ ...PAYMENT, amount: 0 }, options));
    const { id } = await intents.create(PAYMENT, options);
    for (const call of [intents.create({ ...PAYMENT, amount: 1 }, options), intents.cancel(id, {}, options)])
      expect(await errorOf(call)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
  });
});

/** Makes a call as a page does: with the publishable key and the client secret in the form. */
async function callFromPage(path: string, clientSecret: string | null, fields: Record<string, string> = {}) {
  const secret = clientSecret === null ? {} : { client_secret: clientSecret };
  const body = new URLSearchParams({ key: sandbox.keys.publishableKey, ...secret, ...fields });
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${path}`, { method: 'POST', body });
  return { status: response.status, body: JSON.stringify(await response.json()) };
}

/** Confirms a new intent from the page with a card. */
async function confirmFromPage(number: string) {
  const { id, client_secret: secret } = await intents.create(PAYMENT);
  const { status, body } = await callFromPage(`${id}/confirm`, secret, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear()),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][address][postal_code]': '94107',
    return_url: 'http://localhost:4200/payments?result=7',
  });
  return { id, secret, status, body };
}

const statusOf = async (id: string) => (await intents.retrieve(id)).status;

describe('a page', () => {
  it('pays with a card number, and sees no metadata', async () => {
    const { id, status, body } = await confirmFromPage('4242424242424242');
    expect([status, await statusOf(id)]).toEqual([200, 'succeeded']);
    expect(JSON.parse(body)).toMatchObject({ id, amount: 125_000 });
    expect(body).not.toMatch(/metadata|latest_charge/);
  });

  it.each([
    ['a card that is declined', '4000000000000002', 'generic_decline'],
    ['a number that is no test card', '4111111111111111', 'test_mode_live_card'],
  ])('gets 402 for %s', async (_case, number, code) => {
    const { id, status, body } = await confirmFromPage(number);
    expect([status, await statusOf(id)]).toEqual([402, 'requires_payment_method']);
    expect(body).toContain(`code":"${code}"`);
  });

  it.each([
    ['complete', 200, 'succeeded'],
    ['fail', 200, 'requires_payment_method'],
    ['perhaps', 400, 'requires_action'],
  ])('ends an authentication once: %s', async (outcome, expected, intentStatus) => {
    const { id, secret, body } = await confirmFromPage('4000002500003155');
    expect(JSON.parse(body)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    const { status } = await callFromPage(`${id}/challenge`, secret, { outcome });
    expect([status, await statusOf(id)]).toEqual([expected, intentStatus]);
    const again = await callFromPage(`${id}/challenge`, secret, { outcome });
    expect(again.status).toBe(400);
  });

  it.each([
    ['complete', 'succeeded', 'succeeded'],
    ['fail', 'failed', 'requires_payment_method'],
  ])(
    'returns from the page of a bank with the parameters of the provider: %s',
    async (outcome, result, status) => {
      const { id, secret, body } = await confirmFromPage('4000000000003063');
      const page = `${sandbox.url}/${/bank\/payatt_\w+/.exec(body)?.[0]}`;
      expect(await (await fetch(page)).text()).toContain('a payment of $1,250.00');
      const choose = () =>
        fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
      const address = new URL((await choose()).headers.get('location') ?? '');
      expect(Object.fromEntries(address.searchParams)).toEqual({
        result: '7',
        payment_intent: id,
        payment_intent_client_secret: secret,
        redirect_status: result,
      });
      expect([await statusOf(id), (await choose()).status]).toEqual([status, 404]);
    },
  );

  it('[SETTLE-23] makes no call of a server', async () => {
    const { id, client_secret: secret } = await intents.create(PAYMENT);
    expect((await callFromPage(id, secret, { 'metadata[jobId]': '8' })).status).toBe(401);
    expect((await callFromPage(`${id}/cancel`, secret)).status).toBe(401);
    expect((await callFromPage(`${id}/confirm`, secret, { amount: '50' })).status).toBe(400);
    const page = stripeClient(sandbox, sandbox.keys.publishableKey);
    for (const list of [page.charges.list(), page.refunds.list(), page.disputes.list(), pay(page)])
      expect(await errorOf(list)).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });

  it('[SETTLE-23] neither sees nor pays the intent of another payer', async () => {
    const { id } = await intents.create(PAYMENT);
    const other = await intents.create(PAYMENT);
    for (const secret of [null, other.client_secret]) {
      for (const call of ['confirm', 'challenge']) {
        const fields = call === 'confirm' ? { payment_method: 'pm_card_visa' } : { outcome: 'complete' };
        expect((await callFromPage(`${id}/${call}`, secret, fields)).body).toContain('"client_secret"');
      }
    }
    const query = `key=${sandbox.keys.publishableKey}`;
    expect((await fetch(`${sandbox.url}/v1/payment_intents/${id}?${query}`)).status).toBe(400);
    expect(await statusOf(id)).toBe('requires_payment_method');
  });
});

it('refuses an unknown key, no key, and an unknown intent', async () => {
  expect(await errorOf(pay(stripeClient(sandbox, 'sk_test_wrong')))).toMatchObject({ statusCode: 401 });
  expect((await fetch(`${sandbox.url}/v1/payment_intents/pi_1`)).status).toBe(401);
  const missing = { statusCode: 404, code: 'resource_missing' };
  expect(await errorOf(intents.retrieve('pi_none'))).toMatchObject(missing);
});

it('has the API version of the SDK, as the API, the documents and the script for the page', async () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const response = await fetch(`${sandbox.url}/v1/charges`);
  expect([API_VERSION, response.headers.get('stripe-version')]).toEqual([
    Stripe.API_VERSION,
    Stripe.API_VERSION,
  ]);
  for (const path of ['api/package.json', 'tools/payment-sandbox/package.json'])
    expect(read(path)).toContain(`"stripe": "${Stripe.PACKAGE_VERSION}"`);
  for (const path of ['docs/payments.md', 'docs/adr/0004-payment-sandbox.md'])
    expect(new Set(read(path).match(/\d{4}-\d\d-\d\d\.[a-z]+/g))).toEqual(new Set([Stripe.API_VERSION]));
  const script = read('tools/payment-sandbox/src/browser/main.ts');
  expect(script).toContain(`const version = '${Stripe.API_VERSION.split('.')[1]}';`);
});
