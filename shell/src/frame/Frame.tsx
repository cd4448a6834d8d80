import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { Registry, UserView } from '@dps/contract';
import { Icon, IconButton, icons, useMediaQuery } from '@dps/ui';
import { loadDeferredParts } from '@dps/ui/data';
import { NotificationsMenu } from '../notifications/NotificationsMenu.tsx';
import { SidePanel, PanelDrawer, WideSidePanel } from '../panel/SidePanel.tsx';
import { NewerReleasesNotice } from '../releases/NewerReleasesNotice.tsx';
import { ReauthenticationGate } from '../session/ReauthenticationGate.tsx';
import { StoreProvider } from '../store.tsx';
import { UserMenu } from './UserMenu.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Columns, Content, NARROW } from './layout.ts';
import { TopBar, SkipLink, Main } from './SlimFrame.tsx';

// Without its code, the page has its usual colours, and shows changes of other users after a reload.
// One chunk with the list of notifications, which loads at the same time.
const LateParts = lazy(() =>
  import(/* webpackChunkName: "late" */ './LateParts.tsx').catch(() => ({ default: () => null })),
);

interface Props {
  registry: Registry;
  user: UserView;
  children: ReactNode;
}

/** The frame of signed-in users: top bar, side panel and page, with the store. */
export default function Frame({ registry, user, children }: Props) {
  const narrow = useMediaQuery(NARROW, { noSsr: true });
  const [open, setOpen] = useState(false);
  // If it fails, the first slider or tooltip loads the code again.
  useEffect(() => void loadDeferredParts().catch(() => undefined), []);
  const panel = <SidePanel registry={registry} user={user} onNavigate={() => setOpen(false)} />;
  const menu = (
    <IconButton edge="start" aria-label={frameTexts.panel.open} onClick={() => setOpen(true)}>
      <Icon path={icons.menu} />
    </IconButton>
  );
  return (
    <StoreProvider>
      <SkipLink />
      <TopBar start={narrow && menu}>
        <NotificationsMenu user={user} />
        <UserMenu user={user} />
      </TopBar>
      <Columns>
        {narrow ? (
          <PanelDrawer open={open} onClose={() => setOpen(false)}>
            {panel}
          </PanelDrawer>
        ) : (
          <WideSidePanel>{panel}</WideSidePanel>
        )}
        <Main>
          <NewerReleasesNotice registry={registry} />
          <Suspense>
            <LateParts user={user} />
          </Suspense>
          <Content>{children}</Content>
        </Main>
      </Columns>
      <ReauthenticationGate user={user} />
    </StoreProvider>
  );
}
