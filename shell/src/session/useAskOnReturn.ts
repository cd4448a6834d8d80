import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { ShellDispatch } from '../store.ts';
import { askCurrentUser } from './ask-current-user.ts';

/** Asks who is signed in whenever people come back to this window: they may have signed in again in another one. */
export function useAskOnReturn(): void {
  const dispatch = useDispatch<ShellDispatch>();
  useEffect(() => {
    const ask = () => void dispatch(askCurrentUser());
    globalThis.addEventListener('focus', ask);
    return () => globalThis.removeEventListener('focus', ask);
  }, [dispatch]);
}
