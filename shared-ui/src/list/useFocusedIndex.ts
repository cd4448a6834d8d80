import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Key } from './virtual-list.ts';

const lineOf = (target: EventTarget | null): number | null => {
  const line = target instanceof Element ? target.closest('[data-line]')?.getAttribute('data-line') : null;
  return line === null || line === undefined ? null : Number(line);
};

/**
 * Returns the index of the line that has, or last had, the focus, found by its key when rows are added or removed. A line that
 * lost the focus to a dialog is still rendered when the dialog restores the focus.
 *
 * @param keyOf returns the key of a line
 * @returns -1 for none
 */
export function useFocusedIndex(
  container: HTMLElement | null,
  count: number,
  keyOf: (line: number) => Key,
): number {
  const [focused, setFocused] = useState<Key | null>(null);
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const line = lineOf(target);
    if (line !== null) setFocused(keyOf(line));
  });
  useEffect(() => {
    const listen = (event: FocusEvent) => onFocus(event);
    container?.addEventListener('focusin', listen);
    return () => container?.removeEventListener('focusin', listen);
  }, [container]);
  return useMemo(() => {
    if (focused === null) return -1;
    for (let line = 0; line < count; line += 1) if (keyOf(line) === focused) return line;
    return -1;
  }, [focused, count, keyOf]);
}
