import type { PaymentStatus } from '@dps/contract';
import { paymentEventKind, type RecordedPayment } from '../src/modules/payments/payment.changes.ts';

const payment = (status: PaymentStatus, parts: Partial<RecordedPayment> = {}) => ({
  id: 1,
  provider: 'stripe' as const,
  amount: 1000,
  transactionId: 'pi_1',
  version: 1,
  status,
  refundedAmount: 0,
  disputedAmount: 0,
  lostAmount: 0,
  ...parts,
});

it.each<[PaymentStatus | null, PaymentStatus, ReturnType<typeof paymentEventKind>]>([
  [null, 'completed', 'payment'],
  ['pending', 'completed', 'payment'],
  ['canceled', 'completed', 'payment'],
  ['pending', 'refunded', 'refund'],
  ['completed', 'refunded', 'refund'],
  ['refunded', 'completed', 'refund'],
  ['pending', 'disputed', 'dispute'],
  ['completed', 'disputed', 'dispute'],
  ['disputed', 'completed', 'dispute'],
  ['disputed', 'refunded', 'dispute'],
  ['pending', 'canceled', 'payment-ended'],
  ['pending', 'failed', 'payment-ended'],
  ['pending', 'pending', null],
  ['completed', 'completed', null],
])('[HIST-3] a payment that was %s and is %s is the event %s', (before, after, kind) => {
  expect(paymentEventKind(before && payment(before), payment(after))).toBe(kind);
});

it('[HIST-3] a partial refund is the event refund', () => {
  expect(paymentEventKind(payment('completed'), payment('completed', { refundedAmount: 5 }))).toBe('refund');
});

it('[HIST-3] a further dispute is the event dispute, and its loss is none', () => {
  const one = payment('disputed', { disputedAmount: 5 });
  const two = payment('disputed', { disputedAmount: 8 });
  const lost = payment('disputed', { disputedAmount: 3, lostAmount: 5 });
  expect(paymentEventKind(one, two)).toBe('dispute');
  expect(paymentEventKind(two, lost)).toBeNull();
});
