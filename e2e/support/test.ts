import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { signUp, type Person } from './people.ts';

declare global {
  interface Window {
    __violations?: string[];
  }
}

/** Where the composed product runs. */
export function productUrl(): string {
  const url = process.env['DPS_URL'];
  if (!url) throw new Error('The global setup did not start the product');
  return url;
}

/** A page in a context of its own that remembers what a browser only mutters: script errors and refused content. */
export async function openPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ baseURL: productUrl() });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy|integrity/i.test(message.text())) complaints.push(message.text());
  });
  return { page, complaints };
}

interface Fixtures {
  /** Opens the product as a person who has just signed up, in a browser context of their own. */
  as: (person: Person) => Promise<Page>;
  /** Opens the product as somebody who is not signed in. */
  visitor: Page;
}

/**
 * Every journey fails on a script error and on content that the security policy refused, whatever else it looks at.
 * People are made through the API and are new in each journey, so that journeys do not meet.
 */
export const test = base.extend<Fixtures & { complaints: string[] }>({
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  visitor: async ({ browser, complaints }, use) => {
    const opened = await openPage(browser);
    await use(opened.page);
    complaints.push(...opened.complaints);
    await opened.page.context().close();
  },
  as: async ({ browser, complaints }, use) => {
    const opened: Awaited<ReturnType<typeof openPage>>[] = [];
    await use(async (person) => {
      const one = await openPage(browser);
      opened.push(one);
      await signUp(one.page.request, person);
      await one.page.goto('/');
      return one.page;
    });
    for (const { page, complaints: own } of opened) {
      complaints.push(...own);
      await page.context().close();
    }
  },
});

export { expect };
