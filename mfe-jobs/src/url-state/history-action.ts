/**
 * What a change of the address does to the browser's history.
 *
 * - `follow`: a filter; the entry is rewritten once the typing pauses
 * - `push`: a dialog opens in an entry of its own, so that Back closes it
 * - `replace`: the entry is rewritten at once
 * - `back`: the entry of a dialog is left for the one below it
 */
export type HistoryAction = 'follow' | 'push' | 'replace' | 'back';

interface Dialogs {
  /** A dialog is open before the change. */
  before: boolean;
  /** A dialog is open after it. */
  after: boolean;
  /** The open one has an entry of its own; not so where somebody came by an address that opens it. */
  ownEntry: boolean;
}

export function historyAction({ before, after, ownEntry }: Dialogs): HistoryAction {
  if (!before) return after ? 'push' : 'follow';
  return after || !ownEntry ? 'replace' : 'back';
}
