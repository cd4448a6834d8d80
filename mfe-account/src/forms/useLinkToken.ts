import { useEffect } from 'react';
import { useLocation, useNavigate } from '@dps/ui/router';

/**
 * Returns the token in a part of an address, 256 bits in base64url, also if a mail program has wrapped it or appended characters.
 * Empty if the token is not complete.
 */
const tokenOf = (part: string): string =>
  /[\w-]{43}/.exec(part.replaceAll(/%[\dA-F]{2}|\s/gi, ''))?.[0] ?? '';

/**
 * Returns the token of a mailed link, and moves it from the address to the state of the tab's history. Empty without a complete
 * one, which then leaves the address too. Some mail programs send the part after `#` as the query.
 */
export function useLinkToken(): string {
  const { hash, search, state, pathname } = useLocation();
  const navigate = useNavigate();
  const linked = tokenOf(hash) || tokenOf(search);
  const isInAddress = hash !== '' || search !== '';
  useEffect(() => {
    if (isInAddress) void navigate(pathname, { replace: true, state: { token: linked } });
  }, [isInAddress, linked, navigate, pathname]);
  if (isInAddress) return linked;
  const { token }: { token?: unknown } = Object(state);
  return typeof token === 'string' ? token : '';
}
