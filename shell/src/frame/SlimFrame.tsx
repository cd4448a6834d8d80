import { useEffect, useRef, type ReactNode, type MouseEvent } from 'react';
import { Icon, IconButton, icons, styled, toggleColorScheme, useColorScheme, TOP_BAR_HEIGHT } from '@dps/ui';
import { Link, NavigationType, useLocation, useNavigationType } from '@dps/ui/router';
import { texts } from '../texts/first-load.ts';
import { NoticeBar, NoticeRegion } from '../document/notices.tsx';
import { useConnectionLost } from '../connection/connection.ts';
import { Landmark, Page } from './layout.ts';

/**
 * Moves the focus to the heading of a new page, so that a screen reader starts there. The focus moves to `main` at once. When
 * the heading is rendered, it moves there, unless the user has moved it meanwhile.
 *
 * @returns a function that stops the observation
 */
function focusHeading(main: HTMLElement): () => void {
  const observer = new MutationObserver(moveOn);
  function moveOn() {
    const heading = main.querySelector<HTMLElement>('h1[tabindex]');
    if (document.activeElement !== main && document.activeElement !== document.body) observer.disconnect();
    else if (heading) {
      observer.disconnect();
      heading.focus({ preventScroll: true });
    }
  }
  main.focus({ preventScroll: true });
  observer.observe(main, { childList: true, subtree: true });
  moveOn();
  return () => observer.disconnect();
}

/** A notice while the server is unreachable. */
export function ConnectionNotice() {
  const lost = useConnectionLost();
  const { lost: title, whatNow } = texts.connection;
  return (
    <NoticeRegion aria-live="polite">
      {lost && <NoticeBar icon={icons.cloudOff} title={title} text={whatNow} />}
    </NoticeRegion>
  );
}

const MAIN_ID = 'main';

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

const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.vars.zIndex.tooltip,
  padding: '8px 14px',
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:not(:focus)': { transform: 'translateY(-200%)' },
}));

/** A link past the navigation for keyboard users. It is visible only while it has the focus. */
export function SkipLink() {
  const skip = (event: MouseEvent) => {
    // The default action would add the fragment to the address.
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  };
  return (
    <Skip href={`#${MAIN_ID}`} onClick={skip}>
      {texts.skip}
    </Skip>
  );
}

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.vars.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: TOP_BAR_HEIGHT,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
const Product = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 40,
  marginInlineEnd: 'auto',
  borderRadius: theme.vars.shape.borderRadius,
  fontSize: theme.typography.h3.fontSize,
  fontWeight: 650,
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  minWidth: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  // The narrowest phones show the name without its mark.
  '@media (max-width: 359.95px)': { '& > svg': { display: 'none' } },
  // With large text, a phone shows the mark. Screen readers still read the name.
  '@media (max-width: 19.99em)': { gap: 0, fontSize: 0, '& > svg': { display: 'block' } },
  color: theme.vars.palette.text.primary,
  '& > svg': { color: theme.vars.palette.primary.main },
}));

/** The bar at the top of every page: `start`, the product's title, `children`. */
export function TopBar({ start, children }: { start?: ReactNode; children?: ReactNode }) {
  return (
    <Bar>
      {start}
      <Product to="/">
        <Icon path={icons.drone} size={24} />
        {texts.product}
      </Product>
      {children}
    </Bar>
  );
}

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
