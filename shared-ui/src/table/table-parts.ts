import { styled, type CSSObject } from '@mui/material/styles';
import { FONT_SIZES, LARGE_TEXT, MONO_FAMILY, TOP_BAR_HEIGHT } from '../theme/tokens.ts';

/** Container width, in px, below which rows are cards. A tablet page is just as wide; more columns need more. */
const ROOM = 700;
const ROOM_FOR_MANY = 968;
/** Number of columns from which a table needs the larger width. */
const MANY = 8;
/** Container width, in px, from which cards form two columns. */
const ROOM_FOR_PAIRS = 600;

/** Container names state the space that a table needs, so that all tables share one set of styles. */
const CARDS = [
  `@container few-columns (max-width: ${ROOM - 0.05}px)`,
  `@container many-columns (max-width: ${ROOM_FOR_MANY - 0.05}px)`,
] as const;
/** Container width below which the cells of many columns have less padding. */
const CLOSER = '@container many-columns (max-width: 1039.95px)';
const asCards = (style: CSSObject) => Object.fromEntries(CARDS.map((query) => [query, style]));

/** Returns whether a table with so many columns needs the larger width. */
export const hasManyColumns = (columns: number) => columns >= MANY;

export const Grid = styled('div')({
  containerType: 'inline-size',
  containerName: 'few-columns',
  '&[data-many="true"]': { containerName: 'many-columns' },
});

export const Table = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  ...asCards({ display: 'block' }),
});

export const Status = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: FONT_SIZES.s,
  fontWeight: 400,
  color: theme.vars.palette.text.secondary,
}));

export const Head = styled('thead')({
  // Hidden where each value has a label of its own; still available to assistive technology.
  ...asCards({ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }),
});

export const HeadCell = styled('th')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  zIndex: 1,
  padding: '10px 12px',
  fontSize: FONT_SIZES.xs,
  lineHeight: 16 / 12,
  fontWeight: 550,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&[data-align="right"]': { textAlign: 'right' },
  '&:first-of-type': { paddingLeft: 16 },
  '&:last-of-type': { paddingRight: 16 },
  [CLOSER]: { paddingLeft: 8, paddingRight: 8 },
}));

export const Body = styled('tbody')(({ theme }) => ({
  ...asCards({
    display: 'grid',
    gap: 1,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    [`@container (min-width: ${ROOM_FOR_PAIRS}px)`]: { gridTemplateColumns: '1fr 1fr' },
  }),
}));

export const Row = styled('tr')(({ theme }) => ({
  '&:hover > td': { backgroundColor: theme.vars.palette.action.hover },
  '&:last-of-type > td': { borderBottom: 0 },
  ...asCards({
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    alignContent: 'start',
    gap: '8px 16px',
    padding: 16,
    // The lines between the cards, in the gaps.
    outline: `1px solid ${theme.vars.palette.divider}`,
    [LARGE_TEXT]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: 8 },
    '&:hover > td': { backgroundColor: 'transparent' },
  }),
}));

/** Replaces rows that are not rendered. */
export const Spacer = styled('tr')(({ theme }) => ({
  gridColumn: '1 / -1',
  backgroundColor: theme.vars.palette.background.paper,
}));
export const SpacerCell = styled('td')({ padding: 0 });

export const Cell = styled('td')(({ theme }) => ({
  height: 44,
  padding: '5px 12px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&:first-of-type': { paddingLeft: 16 },
  '&:last-of-type': { paddingRight: 16 },
  // A column of numbers.
  '&[data-align="right"]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  // As high as a row with two lines of text.
  '&[data-skeleton]': { height: 49 },
  // A word longer than its column would push the rest of the row out of the viewport.
  '&[data-primary="true"]': { overflowWrap: 'anywhere', minWidth: 120 },
  '&[data-mono="true"]': { fontFamily: MONO_FAMILY, fontSize: FONT_SIZES.xs, whiteSpace: 'nowrap' },
  [CLOSER]: { paddingLeft: 8, paddingRight: 8 },
  ...asCards({
    '&, &[data-skeleton]': { height: 'auto' },
    minWidth: 0,
    border: 0,
    overflowWrap: 'anywhere',
    '&, &:first-of-type, &:last-of-type': { padding: 0 },
    // A figure does not break.
    '&[data-align="right"]': { textAlign: 'start', overflowWrap: 'normal' },
    '&::before': {
      content: 'attr(data-label) / ""',
      display: 'block',
      fontFamily: theme.typography.fontFamily,
      fontSize: FONT_SIZES.xs,
      color: theme.vars.palette.text.secondary,
    },
    '&[data-primary="true"]': {
      gridColumn: '1 / -1',
      order: -1,
      minWidth: 0,
      fontWeight: 650,
      fontSize: FONT_SIZES.m,
    },
    '&[data-primary="true"]::before, &[data-label="Actions"]::before': { display: 'none' },
    '&[data-label="Actions"], &[data-wide="true"]': { gridColumn: '1 / -1' },
  }),
}));
