import type { ApiError } from './api-error.ts';

/**
 * Outcome for a call that the server refused, because the session has expired, is of another user, or has no proof for the call.
 * `repeat`: the same user has signed in again. `fail`: the call fails with the error. `drop`: the page that waits for the response
 * is gone.
 */
export type ReauthOutcome = 'repeat' | 'fail' | 'drop';

type ReauthHandler = (refusal: ApiError) => Promise<ReauthOutcome>;

let handler: ReauthHandler | undefined;

/** Sets the handler of the shell for re-authentication. A refused call waits until `onRefusal` resolves. */
export function pauseUntilReauthenticated(onRefusal: ReauthHandler): void {
  handler = onRefusal;
}

/** Resolves with the outcome of a refused call; `fail` without a handler. */
export function reauthenticate(refusal: ApiError): Promise<ReauthOutcome> {
  return handler ? handler(refusal) : Promise.resolve('fail');
}
