import type { ReactNode } from 'react';
import { SIDE_PANEL_WIDTH, styled, TOP_BAR_HEIGHT } from '@dps/ui';
import { frameTexts } from '../texts/frame.ts';

const Column = styled('aside')(({ theme }) => ({
  flex: `0 0 ${SIDE_PANEL_WIDTH}px`,
  // A long name is clipped and does not widen the page.
  minWidth: 0,
  borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
const Screen = styled('div')({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  height: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`,
  overflowY: 'auto',
});

/** The side panel on wide screens: a column that stays while the page scrolls. */
export function WideSidePanel({ children }: { children: ReactNode }) {
  return (
    <Column aria-label={frameTexts.panel.label}>
      <Screen>{children}</Screen>
    </Column>
  );
}
