import { useState } from 'react';
import type { Registry } from '@dps/shared-contracts';
import { Button, icons } from '@dps/ui';
import { NoticeBar, NoticeRegion } from '../document/NoticeBar.tsx';
import { frameTexts } from '../texts/frame.ts';
import { reloadPage } from '../document/page.ts';
import { useNewerReleases } from './useNewerReleases.ts';

interface Props {
  /** The registry of this page. */
  registry: Registry;
  /** Reloads the page. */
  onReload?: () => void;
}

/** Offers a reload if newer releases are available. Nothing loads before the user agrees. */
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
