import type { KeyboardEvent } from 'react';

/** Pause, in ms, after which a letter starts a new search. */
const RESET_MS = 1_000;
const ITEMS = ':is([role^="menuitem"], [role="option"]):not([aria-disabled="true"])';

let typed = '';
let lastTyped = Number.NEGATIVE_INFINITY;

/** Returns the next item that starts with the letters; a repeated letter moves to the next match. */
function nextMatch(items: readonly HTMLElement[], letters: string, current: number): HTMLElement | undefined {
  const [first = ''] = letters;
  const isOneLetter = letters === first.repeat(letters.length);
  const from = isOneLetter ? current + 1 : Math.max(current, 0);
  const start = isOneLetter ? first : letters;
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(start),
  );
}

/**
 * Focuses the menu item or option that starts with the typed letters. Replaces the handler of MUI, which resets after half
 * the time. Space still selects.
 */
export function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget, timeStamp } = event;
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
  event.stopPropagation();
  typed = (timeStamp - lastTyped > RESET_MS ? '' : typed) + key.toLowerCase();
  lastTyped = timeStamp;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const current = items.findIndex((item) => item === document.activeElement);
  nextMatch(items, typed, current)?.focus();
}
