import { idempotencyKey, mismatches } from './payment.policy.ts';
import type { PaymentIntent } from './provider/payment-intent.ts';

const payment = { id: 3, jobId: 7, amount: 125_050, currency: 'usd', attempt: 2 };
const intent = { amount: 125_050, currency: 'usd', metadata: { jobId: '7', paymentId: '3' } };

describe('[SETTLE-6] mismatches', () => {
  it('are empty for the intent of the payment', () => {
    expect(mismatches(intent, payment, 125_050)).toEqual([]);
  });

  it.each<[string, Partial<PaymentIntent>, string[]]>([
    ['another amount', { amount: 1 }, ['amount']],
    ['another currency', { currency: 'eur' }, ['currency']],
    ['another job', { metadata: { jobId: '8', paymentId: '3' } }, ['metadata.jobId']],
    ['another payment', { metadata: { jobId: '7', paymentId: '4' } }, ['metadata.paymentId']],
    ['no metadata', { metadata: {} }, ['metadata.jobId', 'metadata.paymentId']],
  ])('name the differences of an intent with %s', (_what, facts, named) => {
    expect(mismatches({ ...intent, ...facts }, payment, 125_050)).toEqual(named);
  });

  it('name the amount if the job has another budget', () => {
    expect(mismatches(intent, payment, 125_051)).toEqual(['amount']);
  });
});

it('[SETTLE-3] has one idempotency key per attempt', () => {
  expect(idempotencyKey(payment)).toBe('pay:3:2');
});
