import type { Locator, Page } from '@playwright/test';
import { demoAccount, signIn } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

interface FirstLoad {
  title: string;
  path: string;
  who?: 'client' | 'pilot';
  /** The content that ends the load. */
  content: (page: Page) => Locator;
  /** The most that it may take, a little more than it does: KiB compressed with brotli, and scripts. */
  kib: number;
  scripts: number;
}

const FIRST_LOADS: readonly FirstLoad[] = [
  {
    title: 'the sign-in page',
    path: '/login',
    content: (page) => page.getByRole('button', { name: 'Sign in', exact: true }),
    kib: 199,
    scripts: 6,
  },
  {
    title: 'the dashboard of a pilot',
    path: '/',
    who: 'pilot',
    content: (page) => page.getByRole('table', { name: 'Active Jobs' }).getByRole('button').first(),
    kib: 256,
    scripts: 10,
  },
  {
    title: 'the dashboard of a client',
    path: '/',
    who: 'client',
    content: (page) => page.getByRole('table', { name: 'Your Posted Jobs' }).getByRole('button').first(),
    kib: 256,
    scripts: 10,
  },
];

/** The whole load is waited for at once, on a machine that may be busy. */
const WHOLE_LOAD_MS = 30_000;
/** A script, and what asks for it once more. */
const SCRIPTS = /\.js(\?|$)/;

/** Scripts that the document asks for itself, all at once. */
async function scriptsOfDocument(page: Page, address: string): Promise<string[]> {
  const html = await (await page.request.get(address, { headers: { accept: 'text/html' } })).text();
  return [...html.matchAll(/(?:href|src)="([^"]+\.js)"/g)].flatMap(([, script]) => script ?? []);
}

/** Bytes of a script as they travel. */
async function bytesOf(page: Page, script: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const answer = await page.request.get(script, { headers });
  expect(answer.headers()['content-encoding']).toBe('br');
  return Number(answer.headers()['content-length']);
}

for (const { title, path, who, content, kib, scripts: most } of FIRST_LOADS) {
  test(`${title} needs the scripts that its document asks for and no other, and they are small`, async ({
    open,
  }) => {
    const page = await open();
    if (who) await signIn(page.request, demoAccount(who));
    const scripts = await scriptsOfDocument(page, path);
    const sizes = await Promise.all(scripts.map(async (script) => bytesOf(page, script)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({
      type: 'first load',
      description: `${(bytes / 1024).toFixed(1)} KiB, ${scripts.length} scripts`,
    });
    expect(scripts.length).toBeLessThanOrEqual(most);
    expect(bytes / 1024).toBeLessThanOrEqual(kib);
    // What one script asks for when it runs would be a round trip more before anything is seen: here it never arrives.
    await page.route(SCRIPTS, (route) => {
      if (scripts.includes(new URL(route.request().url()).pathname)) return route.continue();
      return undefined;
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(content(page)).toBeVisible({ timeout: WHOLE_LOAD_MS });
  });
}

test('who signs in without the scripts that come later hears from the server what is wrong', async ({
  open,
}) => {
  const page = await open();
  const scripts = await scriptsOfDocument(page, '/login');
  await page.route(SCRIPTS, (route) =>
    scripts.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  await page.goto('/login');
  await page.getByLabel('Username').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('main').getByText('Invalid username or password.')).toBeVisible();
});
