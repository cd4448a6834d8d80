import { useSyncExternalStore, useEffect } from 'react';
import { paths } from '@dps/contract';

/** Timeout of a check, in ms. A server that does not accept a connection counts as unreachable. */
const TIMEOUT_MS = 3_000;

let lost: boolean | undefined;
let checking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Records whether the server is reachable. */
export function setConnectionLost(isLost: boolean): void {
  lost = isLost;
  for (const listener of listeners) listener();
}

/**
 * Checks whether the server responds, with any status, and records it. Resolves with whether it is unreachable. A call without a
 * response is no proof: an extension of the browser or a proxy can block one call.
 */
export function checkConnection(): Promise<boolean> {
  checking ??= fetch(paths.live(), { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(
      () => false,
      () => true,
    )
    .then((isLost) => {
      checking = undefined;
      setConnectionLost(isLost);
      return isLost;
    });
  return checking;
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
const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, isConnectionLost);

/** Interval of the requests to an unreachable server, in ms. */
const INTERVAL_MS = 5_000;

/** Whether the server is unreachable. Meanwhile, it is requested at an interval, to detect its return. */
export function useConnectionLost(): boolean {
  const isLost = useIsConnectionLost();
  useEffect(() => {
    const markLost = () => setConnectionLost(true);
    globalThis.addEventListener('offline', markLost);
    return () => globalThis.removeEventListener('offline', markLost);
  }, []);
  useEffect(() => {
    if (!isLost) return;
    const checkNow = () => void checkConnection();
    const timer = setInterval(checkNow, INTERVAL_MS);
    globalThis.addEventListener('online', checkNow);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', checkNow);
    };
  }, [isLost]);
  return isLost;
}
