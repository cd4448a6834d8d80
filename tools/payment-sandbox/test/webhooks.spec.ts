import type { Stripe } from 'stripe';
import { SANDBOX_KEYS, startSandbox, type Sandbox, type WebhookSettings } from '../src/index.ts';
import { PAYMENT, stripeClient } from './support/stripe-client.ts';
import { startWebhookReceiver, type Delivery } from './support/webhook-receiver.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({
    webhookUrl: receiver.url,
    retry: { attempts: 4, firstDelayMs: 1 },
    webhooks: { delayMs: 5 },
  });
  stripe = stripeClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const eventIn = ({ body, signature }: Delivery) =>
  stripe.webhooks.constructEvent(body, signature, SANDBOX_KEYS.webhookSecret);

const pay = (paymentMethod = 'pm_card_visa') =>
  stripe.paymentIntents.create({ ...PAYMENT, payment_method: paymentMethod, confirm: true });

/** A decline and then a payment: two events about one intent. */
async function declineThenPay() {
  const { id } = await stripe.paymentIntents.create(PAYMENT);
  await stripe.paymentIntents
    .confirm(id, { payment_method: 'pm_card_chargeDeclined' })
    .catch(() => undefined);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
}

describe('an event', () => {
  it('is signed and shows the payment', async () => {
    const intent = await pay();
    const delivery = await receiver.next();
    const event = eventIn(delivery);
    expect(event).toMatchObject({ object: 'event', type: 'payment_intent.succeeded', livemode: false });
    expect(event.id).toMatch(/^evt_\w{24}$/);
    expect(event.data.object).toMatchObject({
      id: intent.id,
      status: 'succeeded',
      metadata: PAYMENT.metadata,
    });
    expect(() => eventIn({ ...delivery, body: delivery.body.replace('125000', '1') })).toThrow('signature');
  });

  it('tells of a decline', async () => {
    await expect(pay('pm_card_chargeDeclined')).rejects.toThrow('declined');
    const event = eventIn(await receiver.next());
    expect(event.type).toBe('payment_intent.payment_failed');
    expect(event.data.object).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'generic_decline' },
    });
  });

  it('tells of a cancellation', async () => {
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    await stripe.paymentIntents.cancel(id);
    expect(eventIn(await receiver.next()).type).toBe('payment_intent.canceled');
  });

  it('tells of money that took its time', async () => {
    const slow = await startSandbox({ webhookUrl: receiver.url, settleDelayMs: 5 });
    const intents = stripeClient(slow).paymentIntents;
    const { id, status } = await intents.create({
      ...PAYMENT,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    expect(status).toBe('processing');
    expect(eventIn(await receiver.next()).type).toBe('payment_intent.succeeded');
    expect((await intents.retrieve(id)).status).toBe('succeeded');
    await slow.close();
  });
});

describe('delivery', () => {
  it('goes on until it is answered with a 2xx', async () => {
    receiver.answerWith(500, 302, 200);
    await pay();
    const ids = [await receiver.next(), await receiver.next(), await receiver.next()].map(
      (delivery) => eventIn(delivery).id,
    );
    await sandbox.webhooksIdle();
    expect(new Set(ids).size).toBe(1);
    expect(sandbox.events()).toMatchObject([{ delivery: 'delivered', attempts: 3 }]);
  });

  it('ends after the last attempt', async () => {
    receiver.answerWith(500, 500, 500, 500);
    await pay();
    await sandbox.webhooksIdle();
    expect(sandbox.events()).toMatchObject([{ delivery: 'abandoned', attempts: 4 }]);
  });

  it('can be asked for again', async () => {
    await pay();
    const first = eventIn(await receiver.next());
    sandbox.resend(first.id);
    expect(eventIn(await receiver.next())).toEqual(first);
  });
});

describe('the switch', () => {
  const deliveredTypes = async (settings: Partial<WebhookSettings>) => {
    sandbox.configureWebhooks(settings);
    await declineThenPay();
    await sandbox.webhooksIdle();
    return receiver.arrived.map((delivery) => eventIn(delivery).type);
  };
  const FAILED = 'payment_intent.payment_failed';
  const SUCCEEDED = 'payment_intent.succeeded';

  it('`late` sends after a delay', async () => {
    sandbox.configureWebhooks({ mode: 'late', delayMs: 300 });
    await pay();
    expect(receiver.arrived).toHaveLength(0);
    expect(eventIn(await receiver.next()).type).toBe(SUCCEEDED);
  });

  it('`twice` sends the same event again', async () => {
    sandbox.configureWebhooks({ mode: 'twice' });
    await pay();
    await sandbox.webhooksIdle();
    const [first, second, ...more] = receiver.arrived.map(eventIn);
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  it('`out-of-order` sends the later event first', async () => {
    expect(await deliveredTypes({ mode: 'out-of-order', delayMs: 60_000 })).toEqual([SUCCEEDED, FAILED]);
  });

  it('`out-of-order` does not wait for ever for a second event', async () => {
    sandbox.configureWebhooks({ mode: 'out-of-order' });
    await pay();
    expect(eventIn(await receiver.next()).type).toBe(SUCCEEDED);
  });

  it('`never` sends nothing', async () => {
    expect(await deliveredTypes({ mode: 'never' })).toEqual([]);
    expect(sandbox.events()).toMatchObject([{ delivery: 'withheld' }, { delivery: 'withheld' }]);
  });

  it('`bad-signature` signs with the secret of somebody else, until it is set right', async () => {
    sandbox.configureWebhooks({ mode: 'bad-signature' });
    receiver.answerWith(400);
    await pay();
    const forged = await receiver.next();
    expect(() => eventIn(forged)).toThrow('signature');
    sandbox.configureWebhooks({ mode: 'normal' });
    await sandbox.webhooksIdle();
    sandbox.resend(sandbox.events()[0]?.event.id ?? '');
    await sandbox.webhooksIdle();
    expect(receiver.arrived.map((delivery) => delivery.body)).toContain(forged.body);
    const last = receiver.arrived.at(-1);
    expect(last && eventIn(last).type).toBe(SUCCEEDED);
  });

  it('can be set over HTTP with the secret key', async () => {
    const set = (key: string, body: object) =>
      fetch(`${sandbox.url}/sandbox/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const change = { mode: 'twice', delayMs: 10 };
    expect((await set(SANDBOX_KEYS.publishableKey, change)).status).toBe(401);
    expect((await set(SANDBOX_KEYS.secretKey, { mode: 'often' })).status).toBe(400);
    const response = await set(SANDBOX_KEYS.secretKey, change);
    expect(await response.json()).toEqual({ ...change, url: receiver.url });
    await pay();
    await sandbox.webhooksIdle();
    expect(receiver.arrived).toHaveLength(2);
  });
});

it('closing does not wait for webhooks that are due later', async () => {
  sandbox.configureWebhooks({ mode: 'late', delayMs: 3_600_000 });
  await pay();
  await sandbox.close();
  expect(sandbox.events()).toMatchObject([{ delivery: 'pending', attempts: 0 }]);
});
