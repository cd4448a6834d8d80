import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { signUp, type NewUser } from './users.ts';

/** Where the composed product runs. */
function productUrl(): string {
  const url = process.env['DPS_URL'];
  if (!url) throw new Error('The global setup did not start the product');
  return url;
}

/** A page in a context of its own; what a browser only mutters about it is added to `complaints`. */
async function openPage(browser: Browser, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: productUrl() });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy|integrity/i.test(message.text())) complaints.push(message.text());
  });
  return page;
}

interface Fixtures {
  /** Opens a signed-out page in a new browser context. */
  open: () => Promise<Page>;
  /** Signs a new user up and opens the product in a new browser context. */
  as: (person: NewUser) => Promise<Page>;
}

/**
 * Every journey fails on a script error and on content that the security policy or an integrity refused, whatever else
 * it looks at. Each journey creates its own users through the API, so journeys are independent.
 */
export const test = base.extend<Fixtures>({
  open: async ({ browser }, use) => {
    const complaints: string[] = [];
    const pages: Page[] = [];
    await use(async () => {
      const page = await openPage(browser, complaints);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
    expect(complaints).toEqual([]);
  },
  as: async ({ open }, use) => {
    await use(async (person) => {
      const page = await open();
      await signUp(page.request, person);
      await page.goto('/');
      return page;
    });
  },
});

export { expect };
