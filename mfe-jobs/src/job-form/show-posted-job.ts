import { useSyncExternalStore } from 'react';
import { onUserEnd } from '@dps/contract/user';
import { jobNameId } from '../job/table/JobName.tsx';

/** The longest wait for the row of a posted job, in ms: its list is fetched again. The time of an open dialog does not count. */
const WAIT = 15_000;
const HIGHLIGHT = 4000;
const LIST = 'main [role="table"]';

const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

function rowOf(id: number): HTMLElement | null {
  return document.getElementById(jobNameId(id))?.closest<HTMLElement>('[role="row"]') ?? null;
}

function highlight(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  const color = 'var(--dps-palette-tones-green-background)';
  row.animate?.([{ backgroundColor: color }, { backgroundColor: color, offset: 0.8 }, {}], HIGHLIGHT);
}

/** Ends the wait for the row of the last posted job. */
let endWait = () => {};
onUserEnd(() => endWait());

/** The job whose row is awaited. */
let awaited: number | null = null;
const readers = new Set<() => void>();

function setAwaited(id: number | null): void {
  awaited = id;
  readers.forEach((read) => read());
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  return () => void readers.delete(read);
}

/** Returns the id of the posted job whose row is not yet in the document; null for none. */
export function useAwaitedJob(): number | null {
  return useSyncExternalStore(subscribe, () => awaited);
}

/** Scrolls to a place of a long list, which then renders the rows there: 0 for its first row, 1 for its end. */
export function scrollListTo(place: number): void {
  const { top = 0, height = 0 } = document.querySelector(LIST)?.getBoundingClientRect() ?? {};
  globalThis.scrollBy(0, top + height * place - globalThis.innerHeight / 2);
}

/**
 * Scrolls to the row of a posted job and highlights it, as soon as the list contains it and no dialog is open. The row's own
 * style does not change, so this works on shells of earlier contracts.
 */
export function showPostedJob(id: number): void {
  endWait();
  // The first rows of a long list exist only while the list is in view.
  if (!rowOf(id)) document.querySelector(LIST)?.scrollIntoView({ block: 'nearest' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    if (isDialogOpen()) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    timer ??= setTimeout(() => endWait(), WAIT);
    const row = rowOf(id);
    if (!row) return;
    endWait();
    // A closed dialog has returned the focus by then, which may scroll.
    requestAnimationFrame(() => highlight(row));
  };
  const observer = new MutationObserver(show);
  endWait = () => {
    observer.disconnect();
    clearTimeout(timer);
    setAwaited(null);
  };
  setAwaited(id);
  observer.observe(document.body, { childList: true, subtree: true });
  show();
}
