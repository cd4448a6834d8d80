import { TOP_BAR_HEIGHT } from './tokens.ts';

/** Font metrics of Inter, relative to the font size. */
const ASCENT = 1984 / 2048;
const DESCENT = 494 / 2048;
const percent = (ratio: number) => `${(ratio * 100).toFixed(2)}%`;

/**
 * Returns a fallback font face: Arial scaled to the metrics of Inter, so that the layout does not shift when Inter loads.
 *
 * @param stretch width of a text in Inter, divided by its width in Arial
 */
const fallback = (fontWeight: string, cut: '' | ' Bold', stretch: number) => ({
  fontFamily: 'Inter Fallback',
  fontWeight,
  src: `local("Arial${cut}"), local("Liberation Sans${cut}"), local("Helvetica${cut}")`,
  sizeAdjust: percent(stretch),
  ascentOverride: percent(ASCENT / stretch),
  descentOverride: percent(DESCENT / stretch),
  lineGapOverride: '0%',
});

const page = {
  html: { scrollPaddingTop: TOP_BAR_HEIGHT + 16, WebkitTextSizeAdjust: '100%' },
  body: { overflowWrap: 'break-word' },
  ':focus-visible': { outline: '2px solid var(--dps-palette-primary-main)', outlineOffset: 2 },
  // A heading that receives the focus after navigation is no control, so it has no focus ring.
  'h1:focus, main:focus': { outline: 'none' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // A short duration instead would apply to all properties of all elements, also to inherited colours. Each inheriting
      // element would then take on a new colour a frame after its parent.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
};

/** Styles of the document. */
export const baseline = () => [
  { '@font-face': fallback('100 599', '', 1.0712) },
  { '@font-face': fallback('600 900', ' Bold', 1.0236) },
  page,
];
