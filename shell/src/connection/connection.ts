import { useSyncExternalStore } from 'react';

let lost: boolean | undefined;
const listeners = new Set<() => void>();

/** Records whether the server is reachable. */
export function setConnectionLost(isLost: boolean): void {
  lost = isLost;
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` after each call and each change of the network, with whether the server is unreachable. Returns a function
 * that ends the subscription.
 */
export function onConnectionChange(listener: (isLost: boolean) => void): () => void {
  return subscribe(() => listener(isConnectionLost()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isConnectionLost = (): boolean => lost ?? !navigator.onLine;

/** Whether the server is unreachable, by the browser's network state and the last calls. */
export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, isConnectionLost);
