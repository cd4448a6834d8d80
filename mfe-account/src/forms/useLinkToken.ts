import { useEffect } from 'react';
import { useLocation, useNavigate } from '@dps/ui/router';

function tokenIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('token' in state)) return '';
  return typeof state.token === 'string' ? state.token : '';
}

/**
 * Returns the token of a mailed link, and moves it from the address to the state of the tab's history. Empty without one.
 */
export function useLinkToken(): string {
  const { hash, state, pathname }: { hash: string; state: unknown; pathname: string } = useLocation();
  const navigate = useNavigate();
  const linked = hash.slice(1);
  useEffect(() => {
    if (linked !== '') void navigate(pathname, { replace: true, state: { token: linked } });
  }, [linked, navigate, pathname]);
  return linked || tokenIn(state);
}
