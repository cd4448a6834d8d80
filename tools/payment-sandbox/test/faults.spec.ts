import { Stripe } from 'stripe';
import { SANDBOX_KEYS, startSandbox, type Sandbox } from '../src/index.ts';
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

// After a broken connection Stripe's library asks once more by itself.
const ASKED = { '500': 1, '429': 1, reset: 2 } as const;

const impatient = () =>
  new Stripe(SANDBOX_KEYS.secretKey, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 50,
    telemetry: false,
  });

describe('before a call', () => {
  it.each([
    ['500', { type: 'StripeAPIError', statusCode: 500 }],
    ['429', { type: 'StripeRateLimitError', statusCode: 429 }],
    ['reset', { type: 'StripeConnectionError' }],
  ] as const)('%s fails as often as it was asked, and nothing is done', async (kind, error) => {
    const { id } = await intents.create(PAYMENT);
    sandbox.injectFault({ path: CONFIRM, kind, times: 2 * ASKED[kind] });
    const confirm = () => intents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await errorOf(confirm())).toMatchObject(error);
    expect(await errorOf(confirm())).toMatchObject(error);
    expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
    expect((await confirm()).status).toBe('succeeded');
  });

  it('meets only the calls that it is meant for', async () => {
    const { id } = await intents.create(PAYMENT);
    sandbox.injectFault({ path: `${CREATE}/${id}`, method: 'GET', kind: '500' });
    expect((await intents.create(PAYMENT)).status).toBe('requires_payment_method');
    expect((await intents.update(id, { amount: 60_000 })).amount).toBe(60_000);
    expect(await errorOf(intents.retrieve(id))).toMatchObject({ statusCode: 500 });
  });

  it('a failure of the provider is kept with its idempotency key, a refusal for haste is not', async () => {
    sandbox.injectFault({ path: CREATE, kind: '500' });
    const kept = () => intents.create(PAYMENT, { idempotencyKey: 'pay:1:1' });
    expect(await errorOf(kept())).toMatchObject({ statusCode: 500 });
    expect(await errorOf(kept())).toMatchObject({ statusCode: 500 });
    sandbox.injectFault({ path: CREATE, kind: '429' });
    const hasty = () => intents.create(PAYMENT, { idempotencyKey: 'pay:1:2' });
    expect(await errorOf(hasty())).toMatchObject({ statusCode: 429 });
    expect((await hasty()).status).toBe('requires_payment_method');
  });

  it('a call hangs until the fault is taken back, and then goes on', async () => {
    const { id } = await intents.create(PAYMENT);
    const fault = sandbox.injectFault({ path: CONFIRM, kind: 'hang' });
    const confirmed = intents.confirm(id, { payment_method: 'pm_card_visa' });
    await fault.met;
    expect((await intents.retrieve(id)).status).toBe('requires_payment_method');
    fault.remove();
    expect((await confirmed).status).toBe('succeeded');
  });

  it('a caller who does not wait that long gives up', async () => {
    sandbox.injectFault({ path: CREATE, kind: 'hang' });
    expect(await errorOf(impatient().paymentIntents.create(PAYMENT))).toMatchObject({
      type: 'StripeConnectionError',
    });
  });
});

describe('after a call', () => {
  it.each(['500', '429', 'reset'] as const)('%s takes the answer, not what was done', async (kind) => {
    const { id } = await intents.create(PAYMENT);
    sandbox.injectFault({ path: CONFIRM, kind, when: 'after', times: ASKED[kind] });
    await errorOf(intents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect((await intents.retrieve(id)).status).toBe('succeeded');
  });

  it('an answer that was lost comes again under the same key', async () => {
    sandbox.injectFault({ path: CREATE, kind: 'reset', when: 'after', times: ASKED.reset });
    const create = () => intents.create(PAYMENT, { idempotencyKey: 'pay:1:1' });
    expect(await errorOf(create())).toMatchObject({ type: 'StripeConnectionError' });
    expect((await create()).lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('an answer is late', async () => {
    sandbox.injectFault({ path: CREATE, kind: 'delay', delayMs: 10_000, when: 'after' });
    expect(await errorOf(impatient().paymentIntents.create(PAYMENT))).toMatchObject({
      type: 'StripeConnectionError',
    });
  });
});

describe('over HTTP', () => {
  const call = (method: string, path: string, body?: object, key: string = SANDBOX_KEYS.secretKey) =>
    fetch(`${sandbox.url}/sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('faults are asked for, looked at and taken back', async () => {
    expect((await call('POST', 'faults', { path: CREATE, kind: '500', times: 3 })).status).toBe(200);
    await errorOf(intents.create(PAYMENT));
    const listed: unknown = await (await call('GET', 'faults')).json();
    expect(listed).toMatchObject({ data: [{ path: CREATE, kind: '500', times: 3, met: 1, held: 0 }] });
    expect((await call('DELETE', 'faults')).status).toBe(200);
    expect((await intents.create(PAYMENT)).status).toBe('requires_payment_method');
  });

  it.each([
    ['another kind', { path: CREATE, kind: 'explode' }],
    ['no path', { kind: '500' }],
    ['a path outside of the API', { path: '/sandbox/faults', kind: '500' }],
    ['a field that does not exist', { path: CREATE, kind: '500', colour: 'red' }],
  ])('refuses %s', async (_case, body) => {
    expect((await call('POST', 'faults', body)).status).toBe(400);
  });

  it('is not for pages', async () => {
    const { publishableKey } = SANDBOX_KEYS;
    expect((await call('POST', 'faults', { path: CREATE, kind: '500' }, publishableKey)).status).toBe(401);
    expect((await call('POST', 'settlement', { delayMs: 5 }, publishableKey)).status).toBe(401);
  });

  it('money can be made slow', async () => {
    expect((await call('POST', 'settlement', { delayMs: 60_000 })).status).toBe(200);
    const slow = await intents.create({ ...PAYMENT, payment_method: 'pm_card_visa', confirm: true });
    expect(slow.status).toBe('processing');
  });
});
