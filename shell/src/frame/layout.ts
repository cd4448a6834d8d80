import { SIDE_PANEL_BREAKPOINT, styled, TOP_BAR_HEIGHT } from '@dps/ui';

/** The media in which the side panel is a drawer. With larger text, the panel needs more px. */
export const NARROW = `(max-width: ${SIDE_PANEL_BREAKPOINT / 16 - 0.01}em)`;

/** A page without a side panel: the top bar and the main landmark. */
export const Page = styled('div')({ minHeight: '100dvh', display: 'flex', flexDirection: 'column' });

/** The side panel and the main landmark below the top bar. */
export const Columns = styled('div')({
  display: 'flex',
  alignItems: 'stretch',
  minHeight: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`,
});

export const Landmark = styled('main')({
  minWidth: 0,
  flexGrow: 1,
  display: 'flex',
  flexDirection: 'column',
});

/** The content of a page for signed-in users. */
export const Content = styled('div')({
  width: '100%',
  maxWidth: 1280,
  margin: '0 auto',
  padding: 24,
  [`@media ${NARROW}`]: { padding: '20px min(16px, 5vw)' },
});
