import type { Stripe } from 'stripe';
import { idOf } from '../src/ids.ts';
import { startSandbox, type Sandbox } from '../src/index.ts';
import type { WebhookSettings } from '../src/webhook.ts';
import { PAYMENT, stripeClient } from './support/stripe-client.ts';
import { eventIn, KEYS, startWebhookReceiver } from './support/webhook-receiver.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({
    keys: KEYS,
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

const pay = (paymentMethod = 'pm_card_visa') =>
  stripe.paymentIntents.create({ ...PAYMENT, payment_method: paymentMethod, confirm: true });

/** Makes two events about one intent: a decline and a payment. */
async function declineThenPay() {
  const { id } = await stripe.paymentIntents.create(PAYMENT);
  await stripe.paymentIntents
    .confirm(id, { payment_method: 'pm_card_chargeDeclined' })
    .catch(() => undefined);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
}

describe('an event', () => {
  it('[SETTLE-19] is signed and contains the payment', async () => {
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

  it('reports a decline', async () => {
    await expect(pay('pm_card_chargeDeclined')).rejects.toThrow('declined');
    const event = eventIn(await receiver.next());
    expect(event.type).toBe('payment_intent.payment_failed');
    expect(event.data.object).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'generic_decline' },
    });
  });

  it('reports a delayed payment as processing, and its arrival as succeeded', async () => {
    sandbox.settleAfter(3_600_000);
    const { status, latest_charge: charge } = await pay();
    expect(status).toBe('processing');
    expect(await stripe.charges.retrieve(idOf(charge))).toMatchObject({ status: 'pending', captured: false });
    expect(await receiver.nextTypes(1)).toEqual(['payment_intent.processing']);
    sandbox.settleAfter(1);
    const { id } = await pay();
    expect(await receiver.nextTypes(2)).toEqual(['payment_intent.processing', 'payment_intent.succeeded']);
    const arrived = await stripe.paymentIntents.retrieve(id);
    expect(arrived.status).toBe('succeeded');
    expect(await stripe.charges.retrieve(idOf(arrived.latest_charge))).toMatchObject({ captured: true });
  });
});

describe('delivery', () => {
  it('is repeated until the answer is a 2xx, or the last attempt', async () => {
    receiver.answerWith(500, 302, 200);
    await pay();
    const ids = [await receiver.next(), await receiver.next(), await receiver.next()].map(
      (delivery) => eventIn(delivery).id,
    );
    await sandbox.webhooksIdle();
    expect(new Set(ids).size).toBe(1);
    receiver.answerWith(500, 500, 500, 500);
    await pay();
    await sandbox.webhooksIdle();
    expect(sandbox.events()).toMatchObject([
      { delivery: 'delivered', attempts: 3 },
      { delivery: 'abandoned', attempts: 4 },
    ]);
  });
});

describe('the mode', () => {
  const deliveredTypes = async (settings: Partial<WebhookSettings>) => {
    sandbox.configureWebhooks(settings);
    await declineThenPay();
    await sandbox.webhooksIdle();
    return receiver.arrived.map((delivery) => eventIn(delivery).type);
  };
  const FAILED = 'payment_intent.payment_failed';
  const SUCCEEDED = 'payment_intent.succeeded';

  it('`late` sends after a delay, and not after closing', async () => {
    sandbox.configureWebhooks({ mode: 'late', delayMs: 1 });
    await pay();
    expect(eventIn(await receiver.next()).type).toBe(SUCCEEDED);
    sandbox.configureWebhooks({ mode: 'late', delayMs: 3_600_000 });
    await pay();
    await sandbox.close();
    expect(sandbox.events()[1]).toMatchObject({ delivery: 'pending', attempts: 0 });
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

  it('`never` sends nothing', async () => {
    expect(await deliveredTypes({ mode: 'never' })).toEqual([]);
    expect(sandbox.events()).toMatchObject([{ delivery: 'withheld' }, { delivery: 'withheld' }]);
  });

  it('`bad-signature` signs with a wrong secret until the mode changes', async () => {
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
});
