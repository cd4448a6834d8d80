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
