import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Key } from './long-list.ts';

const lineOf = (target: EventTarget | null): number | null => {
  const line = target instanceof Element ? target.closest('[data-line]')?.getAttribute('data-line') : null;
  return line === null || line === undefined ? null : Number(line);
};

/**
 * Where the line is that has, or last had, the focus: it is found again by its key when entries come and go. A line that
 * has lost the focus to a dialog is still there when the dialog gives it back.
 *
 * @param keyOf the key of a line
 * @returns its index; -1 for none
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
