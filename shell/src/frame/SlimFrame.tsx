import type { ReactNode } from 'react';
import { Icon, IconButton, icons, styled, toggleColorScheme, useColorScheme } from '@dps/ui';
import { Main } from './Main.tsx';
import { SkipLink } from './SkipLink.tsx';
import { texts } from '../texts/first-load.ts';
import { TopBar } from './TopBar.tsx';

const Page = styled('div')({ minHeight: '100dvh', display: 'flex', flexDirection: 'column' });

/** Toggles the color scheme. The user menu replaces it for signed-in users. */
function ThemeButton() {
  const isDark = useColorScheme().scheme === 'dark';
  const label = isDark ? texts.theme.toLight : texts.theme.toDark;
  return (
    <IconButton edge="end" aria-label={label} title={label} onClick={toggleColorScheme}>
      <Icon path={isDark ? icons.sun : icons.moon} />
    </IconButton>
  );
}

/** The frame of pages without a signed-in user: the top bar and the page. */
export function SlimFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <SkipLink />
      <TopBar>
        <ThemeButton />
      </TopBar>
      <Main>{children}</Main>
    </Page>
  );
}
