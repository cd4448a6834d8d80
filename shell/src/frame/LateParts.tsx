import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import { baseApi, useSessionEnded } from '@dps/contract/client';
import { GlobalStyles } from '@dps/ui';
import { startLiveUpdates } from '../live/live-updates.ts';
import type { ShellStore } from '../store.tsx';

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

/** Reads the changes of other users, until the session ends. After the user has signed in again, it resumes. */
function useLiveUpdates(userId: number): void {
  const store = useStore<ReturnType<ShellStore['getState']>>();
  const ended = useSessionEnded();
  const [resume] = useState({ lastId: '' });
  useEffect(() => {
    if (ended) return;
    return startLiveUpdates(userId, resume, {
      invalidate: (tags) => void store.dispatch(baseApi.util.invalidateTags(tags)),
      responses: () => store.getState().jobChanges.responses,
    });
  }, [userId, ended, resume, store]);
}

/** Lets the document register its service worker. */
const reportSignIn = () => void globalThis.dispatchEvent(new Event('dps:signed-in'));

/** What no first paint needs: the styles of forced colours, of paper and of forms in dialogs, and the changes of other users. */
export default function LateParts({ userId }: { userId: number }): ReactNode {
  useLiveUpdates(userId);
  useEffect(reportSignIn, []);
  return styles;
}
