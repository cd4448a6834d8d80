import { useSyncExternalStore } from 'react';
import type { ApiError } from './api-error.ts';
import type { ApiRequest } from './send.ts';

/** The response to a call, or the error of one that failed. */
export type CallResult = { data: unknown } | { error: ApiError };

/**
 * Makes a call with `whenOffline`, or keeps it on the device to send it later. Resolves with the response, or with an error that
 * has `isQueued`.
 */
export type CallKeeper = (
  call: ApiRequest,
  make: (call: ApiRequest) => Promise<CallResult>,
) => Promise<CallResult>;

/** A call that waits on the device, has been sent in this page, or was refused. */
export interface KeptCall {
  /** Ascending, in the order of the user's work. */
  id: number;
  userId: number;
  request: ApiRequest;
  /** The log that a call uploads, and its record. */
  upload?: { file: File; jobId: number; recordId: number };
  /** The sent part of its files, in whole percent. */
  percent?: number;
  /** A sent call is shown as long as the page. */
  isSent?: true;
  /** The response to a sent call; undefined if another tab has sent it. Earlier shells omit it. */
  response?: unknown;
  /** The reason why the server has refused it. */
  refusal?: string;
  /** Removes a refused or sent call. Earlier shells omit it. */
  remove?: () => void;
}

let keeper: CallKeeper | undefined;
let keptCalls: readonly KeptCall[] = [];
const listeners = new Set<() => void>();

/** Sets the keeper of calls with `whenOffline`; undefined for none. */
export function keepCalls(next: CallKeeper | undefined): void {
  keeper = next;
}

/** Sets the calls that `useKeptCalls` returns. */
export function showKeptCalls(calls: readonly KeptCall[]): void {
  keptCalls = calls;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the calls of the user on this device, in the order of the user's work. */
export const useKeptCalls = (): readonly KeptCall[] => useSyncExternalStore(subscribe, () => keptCalls);

/** Whether files of a call are to be uploaded before it. */
export const hasUnsentFiles = ({ files }: ApiRequest): boolean =>
  files?.all.some(({ id }) => id === null) === true;

const NO_KEEPER: ApiError = {
  status: 503,
  message: '503: no keeper',
  userMessage: 'This page cannot upload files later. Reload the page, and try again.',
};

/** Makes a call, by the keeper if there is one and the call has `whenOffline`. Only a keeper uploads files. */
export const makeOrKeep: CallKeeper = (call, make) => {
  if (call.whenOffline && keeper) return keeper(call, make);
  return call.log || hasUnsentFiles(call) ? Promise.resolve({ error: NO_KEEPER }) : make(call);
};
