import { useEffect, useState } from 'react';
import type { Registry } from '@dps/contract';
import { Button, icons } from '@dps/ui';
import { NoticeBar, NoticeRegion } from '../document/NoticeBar.tsx';
import { frameTexts } from '../texts/frame.ts';
import { reloadPage } from '../document/page.ts';
import { RELOAD_WANTED } from './forced-reload.ts';
import { useNewerReleases } from './useNewerReleases.ts';

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
  const newer = useNewerReleases(registry);
  const isUrgent = useReloadWanted();
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
