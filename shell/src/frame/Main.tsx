import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from '@dps/ui';
import { NavigationType, useLocation, useNavigationType } from '@dps/ui/router';
import { ConnectionNotice } from '../connection/ConnectionNotice.tsx';
import { focusHeading } from './focus-heading.ts';

export const MAIN_ID = 'main';

const Landmark = styled('main')({ minWidth: 0, flexGrow: 1, display: 'flex', flexDirection: 'column' });

/**
 * The main landmark. After navigation, it scrolls to the top of the new page and moves the focus there, also if the page has
 * a new frame. A page that the browser loads starts at the top of the document.
 */
export function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isFirst = useNavigationType() === NavigationType.Pop;
  const landmark = useRef<HTMLElement>(null);
  const shown = useRef(isFirst ? pathname : null);
  useEffect(() => {
    if (shown.current === pathname || !landmark.current) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    return focusHeading(landmark.current);
  }, [pathname]);
  return (
    <Landmark id={MAIN_ID} ref={landmark} tabIndex={-1}>
      <ConnectionNotice />
      {children}
    </Landmark>
  );
}
