import type { ReactNode } from 'react';
import { styled } from '@dps/ui';
import { Main } from './Main.tsx';
import { SkipLink } from './SkipLink.tsx';
import { ThemeButton } from '../theme/ThemeButton.tsx';
import { TopBar } from './TopBar.tsx';

const Page = styled('div')({ minHeight: '100dvh', display: 'flex', flexDirection: 'column' });

/** The title and a page: all that those who are not signed in need. */
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
