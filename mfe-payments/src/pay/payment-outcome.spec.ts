import type { ApiError } from '@dps/contract/client';
import { paymentOutcomeOfError } from './payment-outcome.ts';

const failure = (status: number, code?: ApiError['code']): ApiError => {
  const error = { status, message: `${status}: ` };
  return code ? { ...error, code } : error;
};

it.each<[string, string, unknown]>([
  ['unreachable', 'a call without a response', failure(0)],
  ['unreachable', 'an expired session', failure(401, 'unauthenticated')],
  ['unreachable', 'an internal server error', failure(500, 'internal')],
  ['unreachable', 'an error that is no API response', new Error('broken')],
  ['not-charged', 'a payment for which no money was taken', failure(409, 'payment_failed')],
  ['rejected', 'a payment of another job', failure(409, 'payment_mismatch')],
])('returns %s for %s', (status, _reason, error) => {
  expect(paymentOutcomeOfError(error).status).toBe(status);
});

it('returns the error with a rejected outcome', () => {
  const error = failure(409, 'payment_mismatch');
  expect(paymentOutcomeOfError(error)).toEqual({ status: 'rejected', error });
});
