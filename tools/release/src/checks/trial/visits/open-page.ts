import type { Page } from '@playwright/test';

/** Timeout for the heading of a page. It leaves room for two busy cores. */
const SHOWN_WITHIN_MS = 20_000;

/** Returns a handle of the current heading, or of null if there is none. */
const headingIn = (page: Page) => page.evaluateHandle(() => document.querySelector('main h1'));

async function followLink(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]:visible`).first();
  if ((await link.count()) > 0) return link.click({ timeout: SHOWN_WITHIN_MS });
  // Without a link, navigate like the browser's Back button.
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Opens a page by a link in the shell or by its address, and waits for its heading.
 *
 * @returns true if the heading appears in time
 */
export async function go(page: Page, path: string, how: 'link' | 'address'): Promise<boolean> {
  const before = how === 'link' ? await headingIn(page) : null;
  try {
    if (how === 'link') await followLink(page, path);
    else await page.goto(path);
    await page.waitForFunction(
      (old) => {
        const heading = document.querySelector('main h1');
        // No heading appears without the root element.
        if (document.getElementById('root') === null) return true;
        return heading !== null && heading !== old && heading.checkVisibility();
      },
      before,
      { timeout: SHOWN_WITHIN_MS },
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}

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
