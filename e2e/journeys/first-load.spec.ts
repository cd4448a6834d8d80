import type { Locator, Page } from '@playwright/test';
import { demoAccount, signIn } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

interface FirstLoad {
  title: string;
  path: string;
  role?: 'client' | 'pilot';
  /** The content that completes the load. */
  content: (page: Page) => Locator;
  /** Limits: size in KiB (brotli), and number of scripts. */
  kib: number;
  scripts: number;
  heading: string;
}

const FIRST_LOADS: readonly FirstLoad[] = [
  {
    title: 'the sign-in page',
    path: '/login',
    content: (page) => page.getByRole('button', { name: 'Sign in', exact: true }),
    kib: 195,
    scripts: 6,
    heading: 'Sign in to your account',
  },
  {
    title: 'the dashboard of a pilot',
    path: '/',
    role: 'pilot',
    content: (page) => page.getByRole('table', { name: 'Active Jobs' }).getByRole('button').first(),
    kib: 250,
    scripts: 10,
    heading: 'Pilot Dashboard',
  },
  {
    title: 'the dashboard of a client',
    path: '/',
    role: 'client',
    content: (page) => page.getByRole('table', { name: 'Your Posted Jobs' }).getByRole('button').first(),
    kib: 258,
    scripts: 10,
    heading: 'Client Dashboard',
  },
];

/** The address of a script, also with the query of a retry. */
const SCRIPTS = /\.js(\?|$)/;

/** Returns the scripts that the document itself requests. */
async function scriptsOfDocument(page: Page, address: string): Promise<string[]> {
  const html = await (await page.request.get(address, { headers: { accept: 'text/html' } })).text();
  return [...html.matchAll(/(?:href|src)="([^"]+\.js)"/g)].flatMap(([, script]) => script ?? []);
}

/** Returns the size of a script as transferred, in bytes. */
async function bytesOf(page: Page, script: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const response = await page.request.get(script, { headers });
  expect(response.headers()['content-encoding']).toBe('br');
  return Number(response.headers()['content-length']);
}

/** A failed sign-in shows the error of the server without the lazy scripts. */
async function expectErrorOfServer(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('unknown_user');
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('main').getByText('Invalid username or password.')).toBeVisible();
}

/** Returns the places and colours of the name of the product, of the top bar and of the heading. */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    ['header a', 'header', 'h1'].map((selector) => {
      const part = document.querySelector(selector);
      if (!part) throw new Error(`The page has no ${selector}`);
      const { x, y, height } = part.getBoundingClientRect();
      const { color, backgroundColor, font } = getComputedStyle(part);
      return { selector, x, y, height, color, backgroundColor, font };
    }),
  );

/** Checks that top bar and heading have their places and colours before scripts run. */
async function expectHeadingInPlace(page: Page, path: string, heading: string, width = 360): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const after = await looksOf(page);
  await page.route(SCRIPTS, () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  // Screen readers ignore the outline, so it has no role.
  await expect(page.locator('h1', { hasText: heading })).toBeVisible();
  expect(await looksOf(page)).toEqual(after);
  await page.unroute(SCRIPTS);
}

for (const { title, path, role, content, kib, scripts: maxScripts, heading } of FIRST_LOADS) {
  test(`[PERF-4] ${title} needs only the scripts of its document, within the size limits, and its heading does not move`, async ({
    open,
  }) => {
    const page = await open();
    if (role) await signIn(page.request, demoAccount(role));
    const scripts = await scriptsOfDocument(page, path);
    const sizes = await Promise.all(scripts.map(async (script) => bytesOf(page, script)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({
      type: 'first load',
      description: `${(bytes / 1024).toFixed(1)} KiB, ${scripts.length} scripts`,
    });
    expect(scripts.length).toBeLessThanOrEqual(maxScripts);
    expect(bytes / 1024).toBeLessThanOrEqual(kib);
    // A script that another script requests would cost one more round trip, so its request never completes here.
    await page.route(SCRIPTS, (route) => {
      if (scripts.includes(new URL(route.request().url()).pathname)) return route.continue();
      return undefined;
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(content(page)).toBeVisible();
    if (!role) await expectErrorOfServer(page);
    await page.unroute(SCRIPTS);
    await expectHeadingInPlace(page, path, heading);
    if (!role) await expectHeadingInPlace(page, path, heading, 1440);
    if (!role) await expectHeadingInPlace(page, '/welcome', 'Drone surveys, from job to receipt');
  });
}
