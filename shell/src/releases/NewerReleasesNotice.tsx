import { useEffect, useState, useRef } from 'react';
import type { Registry } from '@dps/contract';
import { Button, icons } from '@dps/ui';
import { useLocation } from '@dps/ui/router';
import { NoticeBar, NoticeRegion } from '../document/notices.tsx';
import { frameTexts } from '../texts/frame.ts';
import { reloadPage, browserCookies } from '../document/page.ts';
import { RELOAD_WANTED } from './forced-reload.ts';
import { fetchRegistry } from '../modules/registry-source.ts';

async function fetchIsNewer(registry: Registry): Promise<boolean> {
  const fetched = await fetchRegistry();
  const { hasNewerReleases } = await import(/* webpackChunkName: "registry" */ './newer-releases.ts');
  return hasNewerReleases(registry, fetched, browserCookies());
}

/**
 * Whether a reload would load newer releases. Checked after each navigation, which does not interrupt the user's work. The
 * response is a 304 while the registry is unchanged.
 *
 * @param registry the registry of this page
 * @param isKnown a reload is offered already, so no check is needed
 */
function useNewerReleases(registry: Registry, isKnown: boolean): boolean {
  const { pathname } = useLocation();
  const [newer, setNewer] = useState(false);
  const shown = useRef(pathname);
  const isOffered = newer || isKnown;
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isOffered || !navigator.onLine) return;
    fetchIsNewer(registry).then(
      (isNewer) => isNewer && setNewer(true),
      // A later navigation checks again.
      () => undefined,
    );
  }, [pathname, registry, isOffered]);
  return newer;
}

interface Props {
  /** The registry of this page. */
  registry: Registry;
  /** Reloads the page. */
  onReload?: () => void;
}

/** Whether a release command has requested a reload, which waits for unsaved changes. */
function useReloadWanted(): boolean {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    globalThis.addEventListener(RELOAD_WANTED, want);
    return () => globalThis.removeEventListener(RELOAD_WANTED, want);
  }, []);
  return isWanted;
}

/** Offers a reload if newer releases are available. Nothing loads before the user agrees. */
export function NewerReleasesNotice({ registry, onReload = reloadPage }: Props) {
  const isUrgent = useReloadWanted();
  const newer = useNewerReleases(registry, isUrgent);
  const [later, setLater] = useState(false);
  const { title, text, reload, later: notNow } = frameTexts.newer;
  return (
    <NoticeRegion aria-live="polite">
      {(isUrgent || (newer && !later)) && (
        <NoticeBar icon={icons.refresh} title={title} text={text}>
          {!isUrgent && (
            <Button size="small" onClick={() => setLater(true)}>
              {notNow}
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={onReload}>
            {reload}
          </Button>
        </NoticeBar>
      )}
    </NoticeRegion>
  );
}
