import type { Page } from '@playwright/test';

/** Runs in a page. Returns the visible parts of the shell around the page of a module. */
function readParts(): string[] {
  const selectors = {
    'the root element': '#root',
    'the top bar': 'header',
    'the side panel': 'aside',
    'the main area': 'main',
  };
  const isCovered = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    // A page may open a dialog, which covers the frame until the user closes it.
    return (
      top !== null && !element.contains(top) && top.closest('[role="dialog"], [role="presentation"]') === null
    );
  };
  // A page of a module may have a header of its own.
  const isPart = (element: Element) =>
    element.parentElement?.closest('main') === null &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isCovered(element);
  return Object.entries(selectors)
    .filter(([, selector]) => [...document.querySelectorAll(selector)].some(isPart))
    .map(([name]) => name);
}

/** Returns the visible parts of the shell around a page. */
export const visibleParts = (page: Page): Promise<string[]> => page.evaluate(readParts);

/** Returns a sentence if parts of the shell are missing that were visible before. */
export function frameProblems(before: readonly string[], now: readonly string[]): string[] {
  const missing = before.filter((part) => !now.includes(part));
  if (missing.length === 0) return [];
  return [
    `removes, hides or covers ${missing.join(', ')} of the shell. Change only elements that the module renders itself`,
  ];
}
