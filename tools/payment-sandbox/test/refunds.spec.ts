import type { Stripe } from 'stripe';
import { SANDBOX_KEYS, startSandbox, type Sandbox } from '../src/index.ts';
import { chargeIdOf, errorOf, PAYMENT, stripeClient } from './support/stripe-client.ts';
import { startWebhookReceiver } from './support/webhook-receiver.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ webhookUrl: receiver.url, refundDelayMs: 5 });
  stripe = stripeClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

/** Pays with a card; answers the intent, with the event of the payment out of the way. */
async function paid(card = 'pm_card_visa') {
  const intent = await stripe.paymentIntents.create({ ...PAYMENT, payment_method: card, confirm: true });
  await receiver.next();
  return intent;
}

async function nextEvent(): Promise<Stripe.Event> {
  const { body, signature } = await receiver.next();
  return stripe.webhooks.constructEvent(body, signature, SANDBOX_KEYS.webhookSecret);
}

async function nextEvents(count: number): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  while (events.length < count) events.push(await nextEvent());
  return events.toSorted((one, other) => one.type.localeCompare(other.type));
}

const chargeOf = async (id: string) => {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  return intent.latest_charge;
};

describe('a charge', () => {
  it('stands in the intent by its id, or in full', async () => {
    const intent = await paid();
    const { id } = intent;
    const chargeId = chargeIdOf(intent);
    expect(intent.latest_charge).toBe(chargeId);
    expect(chargeId).toMatch(/^ch_\w{24}$/);
    const charge = await chargeOf(id);
    expect(charge).toMatchObject({
      id: chargeId,
      object: 'charge',
      status: 'succeeded',
      amount: 125_000,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      payment_intent: id,
      metadata: PAYMENT.metadata,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    });
    expect(await stripe.charges.retrieve(chargeId)).toEqual(charge);
  });

  it('remembers why it failed, beside the one that succeeded', async () => {
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }));
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const { data } = await stripe.charges.list({ payment_intent: id });
    expect(data).toMatchObject([
      { status: 'succeeded', failure_code: null },
      { status: 'failed', failure_code: 'card_declined', paid: false },
    ]);
  });

  it('is pending while the money takes its time, and succeeds when it arrives', async () => {
    const pay = () =>
      stripe.paymentIntents.create({ ...PAYMENT, payment_method: 'pm_card_visa', confirm: true });
    sandbox.settleAfter(3_600_000);
    const slow = await pay();
    expect(await chargeOf(slow.id)).toMatchObject({ status: 'pending', captured: false });
    sandbox.settleAfter(1);
    const { id } = await pay();
    expect((await nextEvent()).type).toBe('payment_intent.succeeded');
    expect(await chargeOf(id)).toMatchObject({ status: 'succeeded', captured: true });
  });
});

describe('a refund', () => {
  it('gives everything back, and tells of it', async () => {
    const { id } = await paid();
    const refund = await stripe.refunds.create({
      payment_intent: id,
      reason: 'requested_by_customer',
      metadata: { note: 'rain' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 125_000,
      payment_intent: id,
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: { note: 'rain' },
    });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 125_000, refunded: true });
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
    expect(await nextEvents(2)).toMatchObject([
      {
        type: 'charge.refunded',
        data: { object: { payment_intent: id, amount_refunded: 125_000, refunded: true } },
      },
      { type: 'refund.created', data: { object: { id: refund.id, amount: 125_000 } } },
    ]);
    expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund);
  });

  it('gives back a part, and another, until nothing is left', async () => {
    const intent = await paid();
    const { id } = intent;
    await stripe.refunds.create({ charge: chargeIdOf(intent), amount: 25_000 });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 25_000, refunded: false });
    const tooMuch = await errorOf(stripe.refunds.create({ payment_intent: id, amount: 100_001 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(tooMuch.message).toContain('greater than unrefunded amount on charge ($1000.00)');
    await stripe.refunds.create({ payment_intent: id });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 125_000, refunded: true });
    const again = await errorOf(stripe.refunds.create({ payment_intent: id }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const { data } = await stripe.refunds.list({ payment_intent: id });
    expect(data.map(({ amount }) => amount)).toEqual([100_000, 25_000]);
  });

  it('is made once under one key', async () => {
    const { id } = await paid();
    const options = { idempotencyKey: 'refund:1' };
    const first = await stripe.refunds.create({ payment_intent: id, amount: 100 }, options);
    const second = await stripe.refunds.create({ payment_intent: id, amount: 100 }, options);
    expect(second.id).toBe(first.id);
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 100 });
    const changed = await errorOf(stripe.refunds.create({ payment_intent: id, amount: 200 }, options));
    expect(changed.type).toBe('StripeIdempotencyError');
  });

  it('needs a payment that has succeeded', async () => {
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    });
    expect(await errorOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
    expect(await errorOf(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
  });

  it('is no call for pages', async () => {
    const page = stripeClient(sandbox, SANDBOX_KEYS.publishableKey);
    const { id } = await paid();
    expect(await errorOf(page.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 401 });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0 });
  });

  it('of a slow bank arrives later', async () => {
    const { id } = await paid('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe('pending');
    expect((await nextEvents(3)).map(({ type }) => type)).toEqual([
      'charge.refunded',
      'refund.created',
      'refund.updated',
    ]);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });

  it('that the bank sends back leaves the charge as it was', async () => {
    const { id } = await paid('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe('succeeded');
    expect((await nextEvents(4)).map(({ type }) => type)).toEqual([
      'charge.refunded',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ]);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
  });
});

describe('a dispute', () => {
  const types = (events: Stripe.Event[]) => events.map(({ type }) => type);
  const disputeOf = async (id: string) => (await stripe.disputes.list({ payment_intent: id })).data[0];

  it('begins at the word of a test', async () => {
    const { id } = await paid();
    const disputeId = await sandbox.dispute(id);
    const events = await nextEvents(2);
    expect(types(events)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    expect(events[0]?.data.object).toMatchObject({
      id: disputeId,
      object: 'dispute',
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 125_000,
      payment_intent: id,
    });
    expect(await chargeOf(id)).toMatchObject({ disputed: true });
    expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    });
    await expect(sandbox.dispute(id)).rejects.toThrow('cannot be disputed');
  });

  it('begins by itself with the card for it, and is lost when it is accepted', async () => {
    const { id } = await paid('pm_card_createDispute');
    await nextEvents(2);
    const dispute = await disputeOf(id);
    const closed = await stripe.disputes.close(String(dispute?.id));
    expect(closed.status).toBe('lost');
    expect(await nextEvent()).toMatchObject({
      type: 'charge.dispute.closed',
      data: { object: { status: 'lost', payment_intent: id } },
    });
    expect(await errorOf(stripe.disputes.close(closed.id))).toMatchObject({ statusCode: 400 });
  });

  it('is won with the right evidence, and the money can be given back', async () => {
    const { id } = await paid();
    const disputeId = await sandbox.dispute(id);
    await nextEvents(2);
    const won = await stripe.disputes.update(disputeId, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won.status).toBe('won');
    expect(types(await nextEvents(2))).toEqual(['charge.dispute.closed', 'charge.dispute.funds_reinstated']);
    expect(await stripe.disputes.retrieve(disputeId)).toEqual(won);
    expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded');
  });

  it('can be asked for over HTTP with the secret key', async () => {
    const { id } = await paid();
    const ask = (key: string) =>
      fetch(`${sandbox.url}/sandbox/disputes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payment_intent: id }),
      });
    expect((await ask(SANDBOX_KEYS.publishableKey)).status).toBe(401);
    const answer: unknown = await (await ask(SANDBOX_KEYS.secretKey)).json();
    expect(answer).toMatchObject({ object: 'dispute', reason: 'fraudulent', payment_intent: id });
  });
});
