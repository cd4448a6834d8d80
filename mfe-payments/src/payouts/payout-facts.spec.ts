import type { PayoutBalanceView, PayoutView } from '@dps/contract';
import { aPayout, aPayoutBalance } from '@dps/contract/testing';
import { balanceFacts, payoutStateText } from './payout-facts.ts';

it.each<[Partial<PayoutView>, string]>([
  [{ status: 'requested', arrivesOn: null }, 'On the way'],
  [{}, 'On the way, arrives on Dec 4, 2026'],
  [{ status: 'paid' }, 'Paid'],
  [
    { status: 'failed', failureCode: 'account_closed', failureMessage: 'The bank account has been closed' },
    'Failed: The bank account has been closed. Check your bank account in the Stripe dashboard. The next payout includes this money.',
  ],
  [
    { status: 'failed', failureCode: 'could_not_process', failureMessage: 'The bank could not process it.' },
    'Failed: The bank could not process it. You need to do nothing: the next payout includes this money.',
  ],
  [
    { status: 'failed' },
    'Failed: The money could not be sent to your bank. You need to do nothing: the next payout includes this money.',
  ],
])('[PAYOUT-11] the state of the payout %j reads %s', (facts, text) => {
  expect(payoutStateText(aPayout(facts))).toBe(text);
});

it.each<[Partial<PayoutBalanceView>, PayoutView[], boolean, string[]]>([
  [
    {},
    [],
    true,
    ['Available $0.00 Paid out every Friday, from $50.00', 'On the way $0.00', 'Paid out $0.00'],
  ],
  [
    { availableAmount: -7000, onTheWayAmount: 87_535, paidOutAmount: 5000 },
    [aPayout(), aPayout({ status: 'paid', arrivesOn: '2026-11-20' })],
    true,
    [
      'Available -$70.00 Refunds and disputes are more than your balance. Your next shares offset them.',
      'On the way $875.35 Arrives on Dec 4, 2026',
      'Paid out $50.00',
    ],
  ],
  [
    { waitingAmount: 100, heldAmount: 200 },
    [],
    false,
    [
      'Available $0.00 Paid out every Friday, from $50.00',
      'On the way $0.00',
      'Paid out $0.00',
      'Waits for your payout account $1.00',
      'Held during a dispute $2.00',
    ],
  ],
])('[PAYOUT-11] the money %j', (balance, payouts, isReady, lines) => {
  const facts = balanceFacts(aPayoutBalance(balance), payouts, isReady);
  expect(facts.map(({ label, value, note }) => [label, value, ...(note ? [note] : [])].join(' '))).toEqual(
    lines,
  );
});
