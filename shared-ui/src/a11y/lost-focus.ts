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
 * Moves the focus when the row that has it is removed. It moves to the row that takes its place, otherwise to the row before
 * it. Without rows, it moves to the page heading.
 *
 * @returns the focus handler of the table
 */
export function useFocusAfterRemoval(): (event: FocusEvent) => void {
  const focused = useRef<{ row: HTMLTableRowElement; index: number; body: Element } | null>(null);
  useEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    const { row, index, body } = focused.current;
    if (row.isConnected) return;
    const controls = [...body.querySelectorAll<HTMLElement>('button:enabled, a')];
    const next = controls.find((control) => Number(control.closest('tr')?.sectionRowIndex) >= index);
    (next ?? controls.at(-1))?.focus();
    focusHeadingIfLost();
  });
  return ({ target, currentTarget: body }) => {
    const row = target.closest('tr');
    focused.current = row && { row, index: row.sectionRowIndex, body };
  };
}
