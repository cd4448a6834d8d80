import { FONT_SIZES, styled } from '@dps/shared-contracts/ui';

/** Room for a chart, in pixels; the same before it is there. */
export const CHART_HEIGHT = 240;

const NAMES_HEIGHT = 24;
const ABOVE = 8;
const SCALE_WIDTH = 52;
const NARROW = '@container (max-width: 460px)';

export const Plot = styled('div')({
  position: 'relative',
  height: CHART_HEIGHT,
  paddingTop: ABOVE,
  containerType: 'inline-size',
});

/** Where a line stands at a part (0 to 1) of the height of the bars. */
export function heightOfLine(part: number): string {
  return `calc(${NAMES_HEIGHT}px + (100% - ${NAMES_HEIGHT + ABOVE}px) * ${part})`;
}

/** A line of the scale with its figure. */
export const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  height: 0,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  fontSize: FONT_SIZES.xs,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '16px',
}));

export const Bars = styled('ol')({
  position: 'relative',
  display: 'flex',
  height: '100%',
  margin: 0,
  padding: `0 0 0 ${SCALE_WIDTH}px`,
  listStyle: 'none',
  '& > li': { display: 'flex', flexDirection: 'column', flex: '1 1 0', minWidth: 0 },
});

/** The whole height above a month: what the pointer and the focus meet. */
export const Column = styled('div')(({ theme }) => ({
  display: 'flex',
  flexGrow: 1,
  alignItems: 'flex-end',
  justifyContent: 'center',
  borderRadius: 4,
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
}));

export const Bar = styled('div')(({ theme }) => ({
  width: 'min(64%, 40px)',
  minHeight: 2,
  borderRadius: '3px 3px 0 0',
  backgroundColor: theme.vars.palette.primary.main,
  // Colours that somebody forces on pages leave nothing of a background.
  '@media (forced-colors: active)': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  '&[data-none="true"]': { backgroundColor: 'transparent' },
}));

/** The month's name; its first letter where there is no room. */
export const Name = styled('span')(({ theme }) => ({
  height: NAMES_HEIGHT,
  color: theme.vars.palette.text.secondary,
  fontSize: FONT_SIZES.xs,
  lineHeight: `${NAMES_HEIGHT}px`,
  textAlign: 'center',
  [NARROW]: { fontSize: 0, '&::before': { content: 'attr(data-short)', fontSize: FONT_SIZES.xs } },
}));
