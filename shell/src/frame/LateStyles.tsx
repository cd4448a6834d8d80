import type { ReactNode } from 'react';
import { GlobalStyles } from '@dps/ui';

/** Colours of chosen and filled parts in forced colours, which remove backgrounds. */
const CHOSEN = {
  forcedColorAdjust: 'none',
  color: 'HighlightText !important',
  backgroundColor: 'Highlight !important',
};
const FILLED = { forcedColorAdjust: 'none', backgroundColor: 'CanvasText !important' };
const forcedColours = {
  '[aria-current="page"], [aria-pressed="true"], [aria-checked="true"], .Mui-selected': CHOSEN,
  '.MuiLinearProgress-bar, .MuiSlider-rail, .MuiSlider-track, .MuiSlider-thumb': FILLED,
  // Buttons and badges have no edge without their background.
  '.MuiButton-root, .MuiBadge-badge, .MuiChip-root, .MuiAvatar-root': {
    outline: '1px solid !important',
    outlineOffset: '-1px !important',
  },
  ':focus-visible': { outline: '2px solid Highlight !important', outlineOffset: '2px !important' },
};

/** On paper: the content without the frame and its controls. */
const paper = {
  'header, aside, [data-toast], .MuiButton-root, .MuiIconButton-root': { display: 'none !important' },
  th: { position: 'static !important' },
  tr: { breakInside: 'avoid' },
  '*': { printColorAdjust: 'exact' },
};

/** A form within a dialog has buttons of its own. The actions of the dialog return when the form closes. */
const ownActions = {
  '.MuiDialogContent-root:has([data-own-actions]) + .MuiDialogActions-root': { display: 'none' },
};

const styles = (
  <GlobalStyles
    styles={{
      ...ownActions,
      '@media (forced-colors: active)': forcedColours,
      '@media print': paper,
    }}
  />
);

/** The styles of forced colours, of paper and of forms in dialogs. No first paint needs them. */
export default function LateStyles(): ReactNode {
  return styles;
}
