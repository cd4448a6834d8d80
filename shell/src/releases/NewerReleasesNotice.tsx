import { useState } from 'react';
import type { Registry } from '@dps/shared-contracts';
import { Button, icons } from '@dps/ui';
import { NoticeBar, NoticeRegion } from '../document/NoticeBar.tsx';
import { frameTexts } from '../texts/frame.ts';
import { reloadPage } from '../document/reload-page.ts';
import { useNewerReleases } from './useNewerReleases.ts';

interface Props {
  /** The registry that the page was made from. */
  registry: Registry;
  /** Loads the page anew. */
  onReload?: () => void;
}

/** Offers newer releases to who has had the page open for a while. Nothing is loaded before they say so. */
export function NewerReleasesNotice({ registry, onReload = reloadPage }: Props) {
  const newer = useNewerReleases(registry);
  const [later, setLater] = useState(false);
  const { title, text, reload, later: notNow } = frameTexts.newer;
  return (
    <NoticeRegion aria-live="polite">
      {newer && !later && (
        <NoticeBar icon={icons.refresh} title={title} text={text}>
          <Button size="small" onClick={() => setLater(true)}>
            {notNow}
          </Button>
          <Button size="small" variant="outlined" onClick={onReload}>
            {reload}
          </Button>
        </NoticeBar>
      )}
    </NoticeRegion>
  );
}
