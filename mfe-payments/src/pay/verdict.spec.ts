import type { ApiError } from '@dps/shared-contracts/client';
import { verdictOf, verdictOfFailure } from './verdict.ts';

const failure = (status: number, code?: ApiError['code']): ApiError => ({
  status,
  message: `${status}: `,
  ...(code && { code }),
});

it.each(['completed', 'processing'] as const)('an answer that says %s', (status) => {
  expect(verdictOf({ status })).toEqual({ news: status });
});

it.each<[string, unknown, string]>([
  ['no answer', failure(0), 'unreachable'],
  ['a session that has ended', failure(401, 'unauthenticated'), 'unreachable'],
  ['a server that was asked too often', failure(429, 'rate_limited'), 'unreachable'],
  ['a server that failed', failure(500, 'internal'), 'unreachable'],
  ['a provider that the server cannot reach', failure(503, 'provider_unavailable'), 'unreachable'],
  ['something that is no answer', new Error('broken'), 'unreachable'],
  ['a provider that took no money', failure(409, 'payment_failed'), 'not-charged'],
  ['a payment of something else', failure(409, 'payment_mismatch'), 'refused'],
  ['a job that cannot be paid', failure(409, 'payment_not_due'), 'refused'],
  ['a job that is gone', failure(404, 'not_found'), 'refused'],
])('%s', (_what, error, news) => {
  expect(verdictOfFailure(error).news).toBe(news);
});

it('a refusal says why', () => {
  const error = failure(409, 'payment_mismatch');
  expect(verdictOfFailure(error)).toEqual({ news: 'refused', error });
});
