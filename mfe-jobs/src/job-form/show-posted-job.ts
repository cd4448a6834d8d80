import { jobNameId } from '../job/table/JobName.tsx';

/** How long to wait for the row of a posted job, in ms: its list is fetched again, and a dialog may be open. */
const WAIT = 15_000;
const HIGHLIGHT = 4000;

function rowOf(id: number): HTMLElement | null {
  if (document.querySelector('[role="dialog"]')) return null;
  return document.getElementById(jobNameId(id))?.closest<HTMLElement>('[role="row"]') ?? null;
}

function highlight(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  const color = 'var(--dps-palette-tones-green-background)';
  row.animate?.([{ backgroundColor: color }, { backgroundColor: color, offset: 0.8 }, {}], HIGHLIGHT);
}

/** Ends the wait for the row of the last posted job. */
let endWait = () => {};

/**
 * Scrolls to the row of a posted job and highlights it, as soon as the list contains it and no dialog is open. A filter may
 * exclude the job: then nothing happens. The row's own style does not change, so this works on shells of earlier contracts.
 */
export function showPostedJob(id: number): void {
  endWait();
  // The first rows of a long list exist only while the list is in view.
  if (!rowOf(id)) document.querySelector('main [role="table"]')?.scrollIntoView({ block: 'nearest' });
  const show = () => {
    const row = rowOf(id);
    if (!row) return;
    endWait();
    // A closed dialog has returned the focus by then, which may scroll.
    requestAnimationFrame(() => highlight(row));
  };
  const observer = new MutationObserver(show);
  const timer = setTimeout(() => observer.disconnect(), WAIT);
  endWait = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  show();
}
