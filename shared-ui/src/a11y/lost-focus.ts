import { useEffect, useRef, type FocusEvent } from 'react';

/** Focuses the page heading if the focused element no longer exists, such as the button that opened a dialog. */
function focusHeadingIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
}

/** Focuses the page heading when a dialog closes and the element that opened it no longer exists. */
export function useFocusAfterDialog(): void {
  // Runs after the dialog has restored the focus.
  useEffect(() => () => queueMicrotask(focusHeadingIfLost), []);
}

/**
 * Moves the focus when the row that has it is removed: to the row that takes its place, otherwise to the row before it, or
 * without rows to the page heading.
 *
 * @returns the focus handler of the table
 */
export function useFocusAfterRemoval(): (event: FocusEvent) => void {
  const focused = useRef<{ row: HTMLTableRowElement; index: number; body: Element | null } | null>(null);
  useEffect(() => {
    const { row, index, body } = focused.current ?? {};
    if (!row || row.isConnected || document.activeElement !== document.body) return;
    const others = body?.isConnected ? [...body.querySelectorAll('tr')] : [];
    const controls = [...others.slice(index), ...others.slice(0, index).toReversed()].map((other) =>
      other.querySelector<HTMLElement>('button:enabled, a'),
    );
    controls.find((control) => control !== null)?.focus();
    focusHeadingIfLost();
  });
  return ({ target }) => {
    const row = target.closest('tr');
    focused.current = row && { row, index: row.sectionRowIndex, body: row.parentElement };
  };
}
