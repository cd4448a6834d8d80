import type { ApiError } from '@dps/contract/client';
import { paymentOutcome, paymentOutcomeOfError } from './payment-outcome.ts';

const failure = (status: number, code?: ApiError['code']): ApiError => ({
  status,
  message: `${status}: `,
  ...(code && { code }),
});

it.each(['completed', 'processing'] as const)('returns %s when the response has that status', (status) => {
  expect(paymentOutcome({ status })).toEqual({ status });
});

it.each<[string, string, unknown]>([
  ['unreachable', 'a call without a response', failure(0)],
  ['unreachable', 'an expired session', failure(401, 'unauthenticated')],
  ['unreachable', 'a rate limit', failure(429, 'rate_limited')],
  ['unreachable', 'an internal server error', failure(500, 'internal')],
  ['unreachable', 'a provider that the server cannot reach', failure(503, 'provider_unavailable')],
  ['unreachable', 'an error that is no API response', new Error('broken')],
  ['not-charged', 'a payment for which no money was taken', failure(409, 'payment_failed')],
  ['rejected', 'a payment of another job', failure(409, 'payment_mismatch')],
  ['rejected', 'a job that cannot be paid', failure(409, 'payment_not_due')],
  ['rejected', 'a job that does not exist', failure(404, 'not_found')],
])('returns %s for %s', (status, _reason, error) => {
  expect(paymentOutcomeOfError(error).status).toBe(status);
});

it('returns the error with a rejected outcome', () => {
  const error = failure(409, 'payment_mismatch');
  expect(paymentOutcomeOfError(error)).toEqual({ status: 'rejected', error });
});
