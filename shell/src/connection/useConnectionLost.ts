import { useEffect } from 'react';
import { checkConnection, setConnectionLost, useIsConnectionLost } from './connection.ts';

/** Interval of the requests to an unreachable server, in ms. */
const INTERVAL_MS = 5_000;

/** Whether the server is unreachable. Meanwhile, it is requested at an interval, to detect its return. */
export function useConnectionLost(): boolean {
  const lost = useIsConnectionLost();
  useEffect(() => {
    const markLost = () => setConnectionLost(true);
    globalThis.addEventListener('offline', markLost);
    return () => globalThis.removeEventListener('offline', markLost);
  }, []);
  useEffect(() => {
    if (!lost) return;
    const checkNow = () => void checkConnection();
    const timer = setInterval(checkNow, INTERVAL_MS);
    globalThis.addEventListener('online', checkNow);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', checkNow);
    };
  }, [lost]);
  return lost;
}
