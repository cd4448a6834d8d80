import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import type { UserView } from '@dps/contract';
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
  // Without their background or shadow, these have no edge.
  '.MuiButton-root, .MuiBadge-badge, .MuiChip-root, .MuiAvatar-root, .MuiDialog-paper, .MuiDrawer-paper': {
    outline: '1px solid !important',
    outlineOffset: '-1px !important',
  },
  ':focus-visible': { outline: '2px solid Highlight !important', outlineOffset: '2px !important' },
};

/** Styles of a printed page: the content without the frame and its controls. A button that is the content of a cell stays. */
const paper = {
  'header, aside, a[href^="#"], [data-toast], .MuiButton-root:not(td > *), .MuiIconButton-root, .MuiFormControl-root':
    { display: 'none !important' },
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

// Without its code, calls without a network fail and can be repeated.
const CallQueueBar = lazy(() =>
  import(/* webpackChunkName: "queue" */ '../queue/CallQueueBar.tsx').catch(() => ({ default: () => null })),
);

/**
 * Parts that the first paint does not need: styles of forced colours, of paper and of forms in dialogs, changes of other
 * users, and calls that wait for the network.
 */
export default function LateParts({ user: { id } }: { user: UserView }): ReactNode {
  useLiveUpdates(id);
  // The document registers its service worker.
  useEffect(() => void globalThis.dispatchEvent(new Event('dps:signed-in')), []);
  return (
    <>
      {styles}
      <Suspense>
        <CallQueueBar userId={id} />
      </Suspense>
    </>
  );
}
