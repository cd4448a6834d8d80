import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { errorOf, PAYMENT, stripeClient } from './support/stripe-client.ts';
import { eventIn, KEYS, startWebhookReceiver } from './support/webhook-receiver.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ keys: KEYS, webhookUrl: receiver.url, refundDelayMs: 5 });
  stripe = stripeClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

/** Pays with a card and returns the intent's id, after the event of the payment. */
async function paid(card = 'pm_card_visa'): Promise<string> {
  const { id } = await stripe.paymentIntents.create({ ...PAYMENT, payment_method: card, confirm: true });
  expect(await receiver.nextTypes(1)).toEqual(['payment_intent.succeeded']);
  return id;
}

const chargeOf = async (intent: string): Promise<Stripe.Charge | undefined> =>
  (await stripe.charges.list({ payment_intent: intent })).data[0];

describe('a charge', () => {
  it('records the payment', async () => {
    const id = await paid();
    const charge = await chargeOf(id);
    expect(charge).toMatchObject({
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
    expect((await stripe.paymentIntents.retrieve(id)).latest_charge).toBe(charge?.id);
    expect(await stripe.charges.retrieve(String(charge?.id))).toEqual(charge);
  });
});

describe('a list', () => {
  it('continues after an object, newest first', async () => {
    const ids = [await paid(), await paid(), await paid()].toReversed();
    const first = await stripe.charges.list({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/charges' });
    const rest = await stripe.charges.list({ starting_after: String(first.data[1]?.id) });
    expect(rest.has_more).toBe(false);
    expect([...first.data, ...rest.data].map((charge) => charge.payment_intent)).toEqual(ids);
  });

  it('has from 1 to 100 objects, and continues after a known one', async () => {
    const unknown = await errorOf(stripe.charges.list({ starting_after: 'ch_none' }));
    const message = "No such charge: 'ch_none'";
    expect(unknown).toMatchObject({ statusCode: 400, code: 'resource_missing', message });
    for (const limit of [0, 101]) {
      const code = 'parameter_invalid_integer';
      expect(await errorOf(stripe.charges.list({ limit }))).toMatchObject({ statusCode: 400, code });
    }
  });
});

describe('a refund', () => {
  it('returns the full amount by default', async () => {
    const id = await paid();
    const given = { reason: 'requested_by_customer', metadata: { note: 'rain' } } as const;
    const refund = await stripe.refunds.create({ payment_intent: id, ...given });
    expect(refund).toMatchObject({ amount: 125_000, payment_intent: id, status: 'succeeded', ...given });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 125_000, refunded: true });
    expect(await receiver.nextTypes(2)).toEqual(['charge.refunded', 'refund.created']);
    expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund);
  });

  it('returns parts until the amount of the charge is reached', async () => {
    const id = await paid();
    await stripe.refunds.create({ charge: String((await chargeOf(id))?.id), amount: 25_000 });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 25_000, refunded: false });
    const tooMuch = await errorOf(stripe.refunds.create({ payment_intent: id, amount: 100_001 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(tooMuch.message).toContain('greater than unrefunded amount on charge ($1000.00)');
    await stripe.refunds.create({ payment_intent: id });
    const again = await errorOf(stripe.refunds.create({ payment_intent: id }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const { data } = await stripe.refunds.list({ payment_intent: id });
    expect(data.map(({ amount }) => amount)).toEqual([100_000, 25_000]);
  });

  it('requires a payment that has succeeded', async () => {
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

  it('succeeds later with the card for pending refunds', async () => {
    const id = await paid('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe('pending');
    expect(await receiver.nextTypes(3)).toEqual(['charge.refunded', 'refund.created', 'refund.updated']);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });

  it('fails later with the card for failing refunds, and restores the charge', async () => {
    const id = await paid('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe('succeeded');
    expect(await receiver.nextTypes(4)).toEqual([
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
  /** Opens a dispute, and receives its events. */
  async function opened(card?: string): Promise<{ intent: string; id: string }> {
    const intent = await paid(card);
    if (!card) await sandbox.dispute(intent);
    await receiver.nextTypes(card === 'pm_card_createDisputeInquiry' ? 1 : 2);
    const { data } = await stripe.disputes.list({ payment_intent: intent });
    return { intent, id: String(data[0]?.id) };
  }

  const respond = (id: string, evidence: string, submit = true) =>
    stripe.disputes.update(id, { evidence: { uncategorized_text: evidence }, submit });

  it('withdraws the money and prevents refunds', async () => {
    const intent = await paid();
    const id = await sandbox.dispute(intent);
    const events = [eventIn(await receiver.next()), eventIn(await receiver.next())];
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(events[0]?.data.object).toMatchObject({ id, status: 'needs_response', amount: 125_000 });
    expect(await chargeOf(intent)).toMatchObject({ disputed: true });
    const error = await errorOf(stripe.refunds.create({ payment_intent: intent }));
    expect(error.code).toBe('charge_disputed');
  });

  it('is under review after evidence, until it is decided', async () => {
    const { id } = await opened();
    expect(await respond(id, 'The survey was delivered.', false)).toMatchObject({
      status: 'needs_response',
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    expect(await respond(id, 'The survey was delivered.')).toMatchObject({
      status: 'under_review',
      evidence_details: { submission_count: 1 },
    });
    expect(await receiver.nextTypes(2)).toEqual(['charge.dispute.updated', 'charge.dispute.updated']);
    expect((await respond(id, 'losing_evidence')).status).toBe('lost');
    expect(await receiver.nextTypes(2)).toEqual(['charge.dispute.closed', 'charge.dispute.updated']);
    expect(await errorOf(respond(id, 'winning_evidence'))).toMatchObject({ statusCode: 400 });
  });

  it('is won after winning evidence, and allows refunds again', async () => {
    const { id, intent } = await opened();
    const won = await respond(id, 'winning_evidence');
    expect(won).toMatchObject({ status: 'won', is_charge_refundable: true });
    const types = ['charge.dispute.closed', 'charge.dispute.funds_reinstated', 'charge.dispute.updated'];
    expect(await receiver.nextTypes(3)).toEqual(types);
    expect(await stripe.disputes.retrieve(id)).toEqual(won);
    expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded');
  });

  it('of an inquiry leaves the money until it is escalated', async () => {
    const { id, intent } = await opened('pm_card_createDisputeInquiry');
    expect((await stripe.refunds.create({ payment_intent: intent, amount: 100 })).status).toBe('succeeded');
    expect((await respond(id, 'The survey was delivered.')).status).toBe('warning_under_review');
    expect((await respond(id, 'escalate_inquiry_evidence')).status).toBe('needs_response');
    const error = await errorOf(stripe.refunds.create({ payment_intent: intent }));
    expect(error.code).toBe('charge_disputed');
  });
});
