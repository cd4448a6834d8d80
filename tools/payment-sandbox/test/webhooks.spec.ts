import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { eventIn, KEYS, pay, PAYMENT, startWebhookReceiver, stripeClient } from './support.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  const retry = { attempts: 4, firstDelayMs: 1 };
  sandbox = await startSandbox({ keys: KEYS, webhookUrl: receiver.url, retry });
  stripe = stripeClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

/** Returns the types of the events that arrived since the last call, sorted: events of one change arrive in any order. */
async function arrivedTypes(): Promise<string[]> {
  await sandbox.webhooksIdle();
  return receiver.arrived
    .splice(0)
    .map((delivery) => eventIn(delivery).type)
    .toSorted();
}

it('[SETTLE-19] an event is signed and contains the payment', async () => {
  const { id } = await pay(stripe);
  const delivery = await receiver.next();
  const event = eventIn(delivery);
  expect(event).toMatchObject({ object: 'event', type: 'payment_intent.succeeded', livemode: false });
  expect(event.id).toMatch(/^evt_\w{24}$/);
  expect(event.data.object).toMatchObject({ id, status: 'succeeded', metadata: PAYMENT.metadata });
  expect(() => eventIn({ ...delivery, body: delivery.body.replace('125000', '1') })).toThrow('signature');
});

it('each change of a payment has its events', async () => {
  await expect(pay(stripe, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
  expect(await arrivedTypes()).toEqual(['payment_intent.payment_failed']);
  await stripe.paymentIntents.cancel((await stripe.paymentIntents.create(PAYMENT)).id);
  expect(await arrivedTypes()).toEqual(['payment_intent.canceled']);
  sandbox.holdPayments(true);
  expect(await pay(stripe)).toMatchObject({ status: 'processing', amount_received: 0 });
  expect(await arrivedTypes()).toEqual(['payment_intent.processing']);
  sandbox.holdPayments(false);
  const { id } = await pay(stripe);
  await stripe.refunds.create({ payment_intent: id, amount: 1 });
  expect(await arrivedTypes()).toEqual(['charge.refunded', 'payment_intent.succeeded', 'refund.created']);
  const dispute = await sandbox.dispute(id);
  await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'losing_evidence' } });
  expect(await arrivedTypes()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.updated',
  ]);
});

it('delivery is repeated until the response is a 2xx, or the last attempt', async () => {
  receiver.respondWith(500, 302, 200);
  await pay(stripe);
  await sandbox.webhooksIdle();
  const deliveries = receiver.arrived.splice(0).map((delivery) => eventIn(delivery).id);
  expect([deliveries.length, new Set(deliveries).size]).toEqual([3, 1]);
  receiver.respondWith(500, 500, 500, 500, 500);
  await pay(stripe);
  await sandbox.webhooksIdle();
  expect(receiver.arrived).toHaveLength(4);
});

it.each([
  ['twice', 2],
  ['never', 0],
] as const)('the mode `%s` sends an event %i times, and resending once', async (mode, times) => {
  sandbox.configureWebhooks({ mode });
  await pay(stripe);
  expect(await arrivedTypes()).toHaveLength(times);
  sandbox.resend(sandbox.events()[0]?.event.id ?? '');
  expect(await arrivedTypes()).toEqual(['payment_intent.succeeded']);
});
