import { TOP_BAR_HEIGHT } from './tokens.ts';

/** Styles of the document. The gateway adds the font that is shown until Inter has loaded. */
export const baseline = {
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
