import { SIDE_PANEL_WIDTH, styled, TOP_BAR_HEIGHT } from '@dps/shared-contracts/ui';

/** Where the side panel stands when there is room for it. */
export const WideSidePanel = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  flex: `0 0 ${SIDE_PANEL_WIDTH}px`,
  height: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`,
  overflowY: 'auto',
  borderRight: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
