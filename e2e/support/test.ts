import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { signUp, type Person } from './people.ts';

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
  /** Opens a page as somebody who is not signed in, in a browser context of their own. */
  open: () => Promise<Page>;
  /** Opens the product as a person who has just signed up, in a browser context of their own. */
  as: (person: Person) => Promise<Page>;
}

/**
 * Every journey fails on a script error and on content that the security policy or an integrity refused, whatever else
 * it looks at. People are made through the API and are new in each journey, so that journeys do not meet.
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
