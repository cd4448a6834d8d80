import { useEffect, useRef, useState } from 'react';
import type { Registry } from '@dps/contract';
import { useLocation } from '@dps/ui/router';
import { fetchRegistry } from '../modules/registry-source.ts';
import { browserCookies } from '../document/page.ts';

/** The shortest interval between two requests, in ms. */
const INTERVAL_MS = 60_000;

async function fetchIsNewer(registry: Registry): Promise<boolean> {
  const fetched = await fetchRegistry();
  const { hasNewerReleases } = await import(/* webpackChunkName: "registry" */ './newer-releases.ts');
  return hasNewerReleases(registry, fetched, browserCookies());
}

/**
 * Whether a reload would load newer releases. Checked after a navigation and at most once a minute, so that the notice does not
 * interrupt the user's work.
 *
 * @param registry the registry of this page
 */
export function useNewerReleases(registry: Registry): boolean {
  const { pathname } = useLocation();
  const [newer, setNewer] = useState(false);
  const shown = useRef(pathname);
  const checkedAt = useRef<number | null>(null);
  useEffect(() => {
    checkedAt.current ??= Date.now();
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (newer || Date.now() - checkedAt.current < INTERVAL_MS) return;
    checkedAt.current = Date.now();
    fetchIsNewer(registry).then(
      setNewer,
      // A later navigation checks again.
      () => undefined,
    );
  }, [pathname, registry, newer]);
  return newer;
}
