import type { Page } from '@playwright/test';

/** Within this a page has to show its heading: much more than it takes, also where two cores have a lot to do. */
const SHOWN_WITHIN_MS = 20_000;

/** The heading of the page that is shown, in the page; null while there is none. */
const headingIn = (page: Page) => page.evaluateHandle(() => document.querySelector('main h1'));

async function followLink(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]:visible`).first();
  if ((await link.count()) > 0) return link.click({ timeout: SHOWN_WITHIN_MS });
  // Where no link leads, as the browser's own Back does.
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Goes to a page within the shell, or by its address, and waits for its heading.
 *
 * @returns whether it showed one in time
 */
export async function go(page: Page, path: string, how: 'link' | 'address'): Promise<boolean> {
  const before = how === 'link' ? await headingIn(page) : null;
  try {
    if (how === 'link') await followLink(page, path);
    else await page.goto(path);
    await page.waitForFunction(
      (old) => {
        const heading = document.querySelector('main h1');
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
