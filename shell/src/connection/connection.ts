import { useSyncExternalStore } from 'react';

let lost: boolean | undefined;
const listeners = new Set<() => void>();

/** Records whether the server is reachable. */
export function setConnectionLost(isLost: boolean): void {
  lost = isLost;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isConnectionLost = (): boolean => lost ?? !navigator.onLine;

/** Whether the server is unreachable, by the browser's network state and the last calls. */
export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, isConnectionLost);
