import { subjectOf } from './event-subject.ts';

const event = (type: string, object: object, rest: object = {}) => ({
  id: 'evt_1',
  type,
  data: { object },
  ...rest,
});
const charge = { id: 'ch_1', payment_intent: 'pi_1' };

it.each(['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'])(
  '%s is about the intent itself',
  (type) => {
    expect(subjectOf(event(type, { id: 'pi_1' }))).toEqual({ intentId: 'pi_1', isAboutMoney: false });
  },
);

it.each([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
])('%s concerns the money of an intent', (type) => {
  expect(subjectOf(event(type, charge))).toEqual({ intentId: 'pi_1', isAboutMoney: true });
});

it.each<[string, Parameters<typeof subjectOf>[0]]>([
  ['another type', event('customer.created', { id: 'cus_1' })],
  ['a charge whose intent has its own event', event('charge.succeeded', charge)],
  ['a refund without an intent', event('refund.created', { id: 're_1', payment_intent: null })],
  ['an intent without an id', event('payment_intent.succeeded', {})],
  ['another account', event('payment_intent.succeeded', { id: 'pi_1' }, { account: 'acct_2' })],
])('%s has no subject', (_what, body) => {
  expect(subjectOf(body)).toBeNull();
});
