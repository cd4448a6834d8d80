import type { ApiError } from './api-error.ts';
import type { ApiRequest } from './send.ts';

/** The response to a call, or the error of one that failed. */
export type CallAnswer = { data: unknown } | { error: ApiError };

/**
 * Makes a call with `whenOffline`, or keeps it on the device to send it later. Resolves with the response, or with an error that
 * has `isQueued`.
 */
export type CallKeeper = (
  call: ApiRequest,
  make: (call: ApiRequest) => Promise<CallAnswer>,
) => Promise<CallAnswer>;

let keeper: CallKeeper | undefined;

/** Sets the keeper of calls with `whenOffline`; undefined for none. */
export function keepCalls(next: CallKeeper | undefined): void {
  keeper = next;
}

/** Makes a call, by the keeper if there is one and the call has `whenOffline`. */
export const makeOrKeep: CallKeeper = (call, make) =>
  call.whenOffline && keeper ? keeper(call, make) : make(call);
