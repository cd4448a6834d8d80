import { useEffect, useRef, useState } from 'react';
import type { Registry } from '@dps/shared-contracts';
import { useLocation } from '@dps/ui/router';
import { fetchRegistry } from '../modules/registry-source.ts';

/** How long somebody who goes from page to page is not asked about again, in ms. */
const PAUSE_MS = 60_000;

async function isNewerThere(registry: Registry): Promise<boolean> {
  const fetched = await fetchRegistry();
  const { hasNewerReleases } = await import(/* webpackChunkName: "registry" */ './newer-releases.ts');
  return hasNewerReleases(registry, fetched, document.cookie);
}

/**
 * Whether the page could be loaded anew into newer releases. It is asked about when somebody goes to another page, and at
 * most once a minute: nobody is told in the middle of something.
 *
 * @param registry the one that the page was made from
 */
export function useNewerReleases(registry: Registry): boolean {
  const { pathname } = useLocation();
  const [newer, setNewer] = useState(false);
  const shown = useRef(pathname);
  const asked = useRef<number | null>(null);
  useEffect(() => {
    asked.current ??= Date.now();
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (newer || Date.now() - asked.current < PAUSE_MS) return;
    asked.current = Date.now();
    isNewerThere(registry).then(
      setNewer,
      // Who cannot ask goes on with what runs, and asks again later.
      () => undefined,
    );
  }, [pathname, registry, newer]);
  return newer;
}
