import { idempotencyKey, judge } from './payment.policy.ts';
import type { PaymentIntent, PaymentIntentStatus } from './provider/payment-intent.ts';

const payment = { id: 3, jobId: 7, amountCents: 125_050, currency: 'usd', attempt: 2 };
const intent: PaymentIntent = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 125_050,
  currency: 'usd',
  metadata: { jobId: '7', paymentId: '3' },
  clientSecret: 'pi_1_secret_1',
  failureCode: null,
};

describe('judge', () => {
  it.each<[PaymentIntentStatus, ReturnType<typeof judge>]>([
    ['succeeded', 'settle'],
    ['processing', 'wait'],
    ['requires_capture', 'wait'],
    ['requires_action', 'fail'],
    ['requires_confirmation', 'fail'],
    ['requires_payment_method', 'fail'],
    ['canceled', 'cancel'],
  ])('an intent that is %s: %s', (status, outcome) => {
    expect(judge({ ...intent, status }, payment)).toBe(outcome);
  });

  it.each<[string, Partial<PaymentIntent>]>([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'eur' }],
    ['another job', { metadata: { jobId: '8', paymentId: '3' } }],
    ['another payment', { metadata: { jobId: '7', paymentId: '4' } }],
    ['no metadata', { metadata: {} }],
  ])('a succeeded intent with %s is a mismatch', (_what, facts) => {
    expect(judge({ ...intent, ...facts }, payment)).toBe('mismatch');
  });
});

it('asks the provider with a key of its own for each attempt', () => {
  expect(idempotencyKey(payment)).toBe('pay:3:2');
});
