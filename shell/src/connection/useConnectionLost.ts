import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { paths } from '@dps/shared-contracts';
import { connectionFound, connectionLost, isConnectionLost, type ConnectionState } from './connection.ts';

/** How often a server that could not be reached is looked for, in ms. */
const INTERVAL_MS = 5_000;

/** Whether anything answers at the product's address; what it answers does not matter. */
const isAnswered = () =>
  fetch(paths.live(), { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Whether the server cannot be reached. While that is so it is looked for, so that people see when it is back. */
export function useConnectionLost(): boolean {
  const lost = useSelector<ConnectionState, boolean>(isConnectionLost);
  const dispatch = useDispatch();
  useEffect(() => {
    const note = () => void dispatch(connectionLost());
    globalThis.addEventListener('offline', note);
    return () => globalThis.removeEventListener('offline', note);
  }, [dispatch]);
  useEffect(() => {
    if (!lost) return;
    const look = async () => {
      if (await isAnswered()) dispatch(connectionFound());
    };
    const lookNow = () => void look();
    const timer = setInterval(lookNow, INTERVAL_MS);
    globalThis.addEventListener('online', lookNow);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', lookNow);
    };
  }, [lost, dispatch]);
  return lost;
}
