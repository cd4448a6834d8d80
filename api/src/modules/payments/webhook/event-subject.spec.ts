import { subjectOf } from './event-subject.ts';

const event = (type: string, object: object, rest: object = {}) => ({
  id: 'evt_1',
  type,
  data: { object },
  ...rest,
});
const charge = { id: 'ch_1', payment_intent: 'pi_1' };

it.each([
  ['payment_intent.succeeded payment_intent.payment_failed payment_intent.canceled', { id: 'pi_1' }, false],
  ['charge.refunded charge.refund.updated refund.created refund.updated refund.failed', charge, true],
  ['charge.dispute.created charge.dispute.updated charge.dispute.funds_withdrawn', charge, true],
  ['charge.dispute.closed', charge, true],
])('%s are about an intent %j, and about its money: %s', (types, object, isAboutMoney) => {
  for (const type of types.split(' '))
    expect({ type, subject: subjectOf(event(type, object)) }).toEqual({
      type,
      subject: { intentId: 'pi_1', isAboutMoney },
    });
});

it.each(['account.updated', 'account.application.deauthorized'])(
  '[PAYOUT-6] %s of a connected account is about the account',
  (type) => {
    expect(subjectOf(event(type, {}, { account: 'acct_2' }))).toEqual({ accountId: 'acct_2' });
    expect(subjectOf(event(type, { id: 'acct_2' }))).toBeNull();
  },
);

it.each<[string, Parameters<typeof subjectOf>[0]]>([
  ['another type', event('customer.created', { id: 'cus_1' })],
  ['a charge whose intent has its own event', event('charge.succeeded', charge)],
  ['a refund without an intent', event('refund.created', { id: 're_1', payment_intent: null })],
  ['an intent without an id', event('payment_intent.succeeded', {})],
  ['another account', event('payment_intent.succeeded', { id: 'pi_1' }, { account: 'acct_2' })],
])('%s has no subject', (_what, body) => {
  expect(subjectOf(body)).toBeNull();
});
