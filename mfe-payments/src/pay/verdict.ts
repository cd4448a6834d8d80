import { isApiError } from '@dps/shared-contracts/client';
import type { PaymentOutcomeView } from '@dps/shared-contracts';

/** The server does not know yet, or could not be asked: it is worth asking again. */
export interface OpenVerdict {
  news: 'processing' | 'unreachable';
}

/** `not-charged`: the provider has not taken the money; `refused`: asking again would not help. */
export type Ending = { news: 'completed' | 'not-charged' } | { news: 'refused'; error: unknown };

/** What the server says of a payment that the browser has confirmed. */
export type Verdict = OpenVerdict | Ending;

/** Answers below 500 after which the same call can still succeed. */
const PASSING: ReadonlySet<number> = new Set([0, 401, 408, 425, 429]);

/** What an answer of `confirm-payment` says. */
export function verdictOf({ status }: PaymentOutcomeView): Verdict {
  return { news: status };
}

/** What a failed call of `confirm-payment` says; anything that is no answer of the server is as good as none. */
export function verdictOfFailure(error: unknown): Verdict {
  if (!isApiError(error) || error.status >= 500 || PASSING.has(error.status)) return { news: 'unreachable' };
  return error.code === 'payment_failed' ? { news: 'not-charged' } : { news: 'refused', error };
}
