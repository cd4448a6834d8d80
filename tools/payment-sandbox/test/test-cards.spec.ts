import { passesLuhn, hasFullLength } from '../src/browser/card-number.ts';
import { idOf } from '../src/ids.ts';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { DECLINES, TEST_CARDS, type TestCard } from '../src/test-cards.ts';
import { errorOf, PAYMENT, stripeClient } from './support/stripe-client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ refundDelayMs: 3_600_000 });
});
afterAll(() => sandbox.close());

const pay = (name: string) =>
  stripeClient(sandbox).paymentIntents.create({
    ...PAYMENT,
    payment_method: `pm_card_${name}`,
    confirm: true,
  });

const named = (filter: (card: TestCard) => boolean) =>
  TEST_CARDS.filter(filter).flatMap((card) => card.names.map((name) => [name, card] as const));

it('has unique numbers and names, and every number is valid', () => {
  const numbers = TEST_CARDS.map(({ number }) => number);
  const names = TEST_CARDS.flatMap((card) => card.names);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(names).size).toBe(names.length);
  expect(numbers.filter((number) => !passesLuhn(number) || !hasFullLength(number))).toEqual([]);
});

it.each(named(({ authenticate, decline }) => !authenticate && !decline))(
  'pm_card_%s pays',
  async (name, { number, funding = 'credit', checks = {}, risk = 'normal', disputes = [] }) => {
    const intent = await pay(name);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 125_000 });
    const stripe = stripeClient(sandbox);
    expect(await stripe.charges.retrieve(idOf(intent.latest_charge))).toMatchObject({
      outcome: { type: 'authorized', risk_level: risk },
      payment_method_details: { card: { last4: number.slice(-4), funding, checks } },
    });
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data.map(({ reason, status }) => [reason, status])).toEqual(
      disputes.map(({ reason, inquiry }) => [reason, inquiry ? 'warning_needs_response' : 'needs_response']),
    );
  },
);

it.each(named(({ authenticate, decline }) => !authenticate && decline !== undefined))(
  'pm_card_%s is declined, and another card pays',
  async (name, { decline = 'generic_decline', risk }) => {
    const error = await errorOf(pay(name));
    const { message, ...codes } = DECLINES[decline];
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, message, ...codes });
    const stripe = stripeClient(sandbox);
    const id = String(error.payment_intent?.id);
    const intent = await stripe.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    expect(intent.last_payment_error).toMatchObject({ type: 'card_error', message, ...codes });
    expect(await stripe.charges.retrieve(idOf(intent.latest_charge))).toMatchObject({
      status: 'failed',
      outcome: { type: risk === 'highest' ? 'blocked' : 'issuer_declined' },
    });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  },
);

it.each(named(({ authenticate }) => authenticate !== undefined))(
  'pm_card_%s requires an authentication, then is charged or declined',
  async (name, { decline }) => {
    const intent = await pay(name);
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const completed = await stripeClient(sandbox).rawRequest(
      'POST',
      `/v1/payment_intents/${intent.id}/challenge`,
      { outcome: 'complete' },
    );
    expect(completed).toMatchObject(
      decline
        ? { status: 'requires_payment_method', last_payment_error: { code: DECLINES[decline].code } }
        : { status: 'succeeded' },
    );
  },
);
