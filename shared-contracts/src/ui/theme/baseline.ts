import { TOP_BAR_HEIGHT } from './tokens.ts';

/** Styles of the document itself. */
export const baseline = {
  '@font-face': [
    {
      // Arial stretched to Inter's measure: the text stands where it will stand when the font has come.
      fontFamily: 'Inter Fallback',
      src: 'local("Arial"), local("Liberation Sans"), local("Helvetica")',
      sizeAdjust: '107.12%',
      ascentOverride: '90.44%',
      descentOverride: '22.52%',
      lineGapOverride: '0%',
    },
  ],
  html: { scrollPaddingTop: TOP_BAR_HEIGHT + 16, WebkitTextSizeAdjust: '100%' },
  body: { minWidth: 320, overflowWrap: 'break-word' },
  ':focus-visible': { outline: '2px solid var(--dps-palette-primary-main)', outlineOffset: 2 },
  // A heading that takes the focus after navigation is no control: it shows no ring.
  'h1:focus, main:focus': { outline: 'none' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
};
