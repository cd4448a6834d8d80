import { useSyncExternalStore } from 'react';
import type { ReauthOutcome } from '@dps/contract/client';

let waiting: ((outcome: ReauthOutcome) => void)[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Calls that require another sign-in. They wait for the dialog in which the user signs in again. */
export const requiredSignIn = {
  /** Resolves with the outcome for a refused call. */
  wait: (): Promise<ReauthOutcome> => new Promise((resolve) => setWaiting([...waiting, resolve])),
  settle: (outcome: ReauthOutcome): void => {
    const settled = waiting;
    setWaiting([]);
    for (const resolve of settled) resolve(outcome);
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether calls wait for another sign-in. */
export function useSignInRequired(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}
