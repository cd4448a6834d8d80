import { SIDE_PANEL_BREAKPOINT } from '@dps/ui';

/** The media in which the side panel is a drawer. */
export const NARROW = `(max-width: ${SIDE_PANEL_BREAKPOINT - 0.05}px)`;
