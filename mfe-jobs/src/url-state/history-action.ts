/**
 * The effect of a URL change on the browser's history.
 *
 * - `debounce`: a filter changed; replace the entry once the typing pauses
 * - `push`: a dialog opened; add an entry, so that Back closes the dialog
 * - `replace`: replace the entry at once
 * - `back`: the dialog closed; return to the entry below it
 */
export type HistoryAction = 'debounce' | 'push' | 'replace' | 'back';

interface Dialogs {
  /** Whether a dialog was open before the change. */
  before: boolean;
  /** Whether a dialog is open after the change. */
  after: boolean;
  /** Whether the open dialog has its own history entry. It has none if the first URL of the visit opened it. */
  ownEntry: boolean;
}

/** Decides how a URL change affects the browser's history. */
export function historyAction({ before, after, ownEntry }: Dialogs): HistoryAction {
  if (!before) return after ? 'push' : 'debounce';
  return after || !ownEntry ? 'replace' : 'back';
}
