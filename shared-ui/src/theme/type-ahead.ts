import type { KeyboardEvent } from 'react';

/** How long letters that are typed into a menu belong together, in ms. */
const RESET_MS = 1_000;
const ITEMS = ':is([role^="menuitem"], [role="option"]):not([aria-disabled="true"])';

let typed = '';
let lastTyped = Number.NEGATIVE_INFINITY;

/** Of a menu's entries, the one that letters lead to from the current one; one letter again and again goes on to the next. */
function wanted(items: readonly HTMLElement[], letters: string, current: number): HTMLElement | undefined {
  const [first = ''] = letters;
  const isOneLetter = letters === first.repeat(letters.length);
  const from = isOneLetter ? current + 1 : Math.max(current, 0);
  const start = isOneLetter ? first : letters;
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(start),
  );
}

/**
 * Leads by typing to an entry of a menu or of a list of choices, in place of the library's own way, which forgets what was
 * typed after half the time. Space stays what chooses an entry.
 */
export function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget, timeStamp } = event;
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
  event.stopPropagation();
  typed = (timeStamp - lastTyped > RESET_MS ? '' : typed) + key.toLowerCase();
  lastTyped = timeStamp;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const current = items.findIndex((item) => item === document.activeElement);
  wanted(items, typed, current)?.focus();
}
