import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { parseModuleBuild, paths } from '@dps/contract';
import {
  openBackend,
  openOtherTeam,
  writePlainModule,
  type Backend,
  type OtherTeam,
} from '../support/other-tool.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { demoAccount, signIn } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

// The tests share one product, into which they release a module built with Rspack.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Maximum time until a page works again after a failure. */
const FALLBACK_MS = 3_000;

let lab: ReleaseLab;
let team: OtherTeam;
let backend: Backend;

test.beforeAll(async () => {
  backend = await openBackend();
  [lab, team] = await Promise.all([
    openReleaseLab({ demoData: true, origins: [backend.origin] }),
    openOtherTeam(),
  ]);
  backend.allow(lab.url);
});
test.afterAll(async () => {
  backend.close();
  await team.close();
  await lab.close();
});

/** Opens a page as the demo pilot and collects messages about the security policy and integrity hashes. */
async function openAsPilot(browser: Browser): Promise<{ page: Page; blocked: string[] }> {
  const context = await browser.newContext({ baseURL: lab.url });
  await signIn(context.request, demoAccount('pilot'), lab.url);
  const page = await context.newPage();
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|integrity/i.test(message.text())) blocked.push(message.text());
  });
  return { page, blocked };
}

async function publish(version: string, title: string): Promise<void> {
  await lab.release(`publish ${await team.build(version, title)}`);
}

/** Changes one character of a released script. The changed script would still run. */
async function corruptScript(version: string, script: string): Promise<void> {
  const folder = `modules/preflight/${version}`;
  const release = parseModuleBuild(await readFile(lab.stored(`${folder}/release.json`), 'utf8'));
  const name = Object.keys(release.files).find((each) => each.startsWith(script)) ?? '';
  const file = lab.stored(`${folder}/${name}`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('use strict', 'use_strict'));
  // The gateway would serve the compressed copies instead.
  for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`);
}

const heading = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });

test('a published module built with Rspack shares session, router, theme and toasts', async ({ browser }) => {
  await publish('1.0.0', 'Pre-flight Check');
  const { page, blocked } = await openAsPilot(browser);
  // The page reads jobs again for the latest events, which are those of the demo data.
  await page.route(`**${paths.events()}`, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Pre-flight' }).click();
  await expect(heading(page, 'Pre-flight Check')).toBeFocused();

  // One session and one store: user and jobs are cached, so the module sends only its own request.
  await expect(page.getByText('Ridgeline Aerial, look at these before you take off.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Job' }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByText('This is your first flight for this job.')).toBeVisible();
  expect(requests.filter((each) => /^\/api\/(jobs|flight-data)\//.test(each))).toEqual([
    expect.stringMatching(/^\/api\/flight-data\/pilot\/\d+$/),
  ]);

  // One router: the chosen job is in the address and survives a reload.
  await expect(page).toHaveURL(/\/preflight\?job=\d+$/);
  await page.reload();
  const ready = page.getByRole('button', { name: 'Ready to Fly' });
  await expect(ready).toBeDisabled();
  for (const box of await page.getByRole('checkbox').all()) await box.check();

  // One theme: the module follows the color scheme of the shell.
  const box = page.getByRole('checkbox').first();
  await expect(box).toHaveCSS('accent-color', 'rgb(15, 92, 77)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(box).toHaveCSS('accent-color', 'rgb(92, 194, 167)');

  // One place for toasts, a lazy chunk and a lazy picture.
  await ready.click();
  await expect(page.getByText('Ready to fly', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clearances' }).click();
  const picture = page.getByRole('img', { name: 'An aircraft above open ground', exact: false });
  await expect(picture).toHaveJSProperty('naturalWidth', 320);
  expect(blocked).toEqual([]);
  await page.context().close();
});

test('its scripts carry the nonce of the document', async ({ browser }) => {
  const { page, blocked } = await openAsPilot(browser);
  // Without 'strict-dynamic', a browser runs only scripts with the nonce.
  await page.route(`${lab.url}/preflight`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("'strict-dynamic'");
    await route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': policy.replace("'strict-dynamic'", '') },
    });
  });
  await page.goto('/preflight');
  await expect(heading(page, 'Pre-flight Check')).toBeVisible();
  await page.getByRole('button', { name: 'Clearances' }).click();
  await expect(page.getByRole('heading', { name: 'Keep Clear' })).toBeVisible();
  expect(blocked).toEqual([]);
  await page.context().close();
});

test('its next release falls back when one byte of a lazy chunk changes', async ({ browser }) => {
  await publish('1.1.0', 'Check 1.1.0');
  await lab.release('promote preflight 1.1.0');
  const { page, blocked } = await openAsPilot(browser);
  await page.goto('/preflight');
  await expect(heading(page, 'Check 1.1.0')).toBeVisible();
  await corruptScript('1.1.0', 'assets/ClearanceGuide.');
  await page.getByRole('button', { name: 'Clearances' }).click();
  // Two versions run in one document, each under its own container name.
  await expect(heading(page, 'Pre-flight Check')).toBeVisible({ timeout: FALLBACK_MS });
  expect(blocked.join()).toContain('/modules/preflight/1.1.0/assets/ClearanceGuide.');
  await page.context().close();
});

// Each test corrupts one more script, which loads before the scripts of the earlier tests.
for (const { what, script } of [
  { what: 'the chunk of its page', script: 'assets/PreflightPage.' },
  { what: 'its entry', script: 'assets/remoteEntry.' },
]) {
  test(`it falls back when one byte of ${what} changes`, async ({ browser }) => {
    await corruptScript('1.1.0', script);
    const { page, blocked } = await openAsPilot(browser);
    await page.goto('/');
    await page.getByRole('link', { name: 'Pre-flight' }).click();
    await expect(heading(page, 'Pre-flight Check')).toBeVisible({ timeout: FALLBACK_MS });
    expect(blocked.join()).toContain(`/modules/preflight/1.1.0/${script}`);
    await page.context().close();
  });
}

test('[MODULE-33, ORIGIN-2] a container written by hand uses the shared React, and only the allowed backend', async ({
  browser,
}) => {
  const [allowed, other] = [lab.folder('tides-1.0.0'), lab.folder('tides-1.1.0')];
  await writePlainModule(allowed, '1.0.0', backend.origin);
  await writePlainModule(other, '1.1.0', backend.origin.replace('127.0.0.1', 'localhost'));
  await lab.release(`publish ${allowed}`);
  const { page, blocked } = await openAsPilot(browser);
  await page.goto('/');
  await page.getByRole('link', { name: 'Tides' }).click();
  await expect(heading(page, 'Tides')).toBeFocused();
  await expect(page.getByText('High water at 14:05, Ridgeline Aerial.')).toBeVisible();
  expect(blocked).toEqual([]);

  await lab.release(`publish ${other}`);
  await lab.release('promote tides 1.1.0');
  await page.reload();
  await expect(page.getByText('The tides are not available.')).toBeVisible();
  expect(blocked[0]).toContain('connect-src');
  await page.context().close();
});
