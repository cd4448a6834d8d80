import { FONT_SIZES, styled } from '@dps/ui';

/** Height of the chart and of its placeholder. */
export const CHART_HEIGHT = '15rem';

/** Lengths at the default font size, in px. */
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

/** Returns the CSS position of a grid line, given as a fraction (0 to 1) of the height of the bars. */
export function linePosition(fraction: number): string {
  // In rem: an inline style does not scale with the font size.
  return `calc(${NAMES_HEIGHT / 16}rem + (100% - ${(NAMES_HEIGHT + ABOVE) / 16}rem) * ${fraction})`;
}

/** A grid line with its value. */
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

/** The area of a month that receives the pointer and the focus. */
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
  // Forced colors remove backgrounds.
  '@media (forced-colors: active)': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  '&[data-none="true"]': { backgroundColor: 'transparent' },
}));

/** The name of the month, or its first letter if the chart is narrow. */
export const Name = styled('span')(({ theme }) => ({
  height: NAMES_HEIGHT,
  color: theme.vars.palette.text.secondary,
  fontSize: FONT_SIZES.xs,
  lineHeight: `${NAMES_HEIGHT}px`,
  textAlign: 'center',
  [NARROW]: { fontSize: 0, '&::before': { content: 'attr(data-short)', fontSize: FONT_SIZES.xs } },
}));
