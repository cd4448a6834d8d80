import { useSyncExternalStore } from 'react';
import { localDay } from '@dps/contract';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Returns whether the user sees the page. */
export const useIsPageVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);

const today = () => localDay(new Date());

/** Returns the local day `YYYY-MM-DD` of each render, and when the user returns to the page. */
export const useToday = (): string => useSyncExternalStore(subscribe, today);
