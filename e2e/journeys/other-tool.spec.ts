import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { parseModuleBuild } from '@dps/shared-contracts';
import { openOtherTeam, type OtherTeam } from '../support/other-tool.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { demoAccount, signIn } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

// One product that is released into by a team that builds with Rspack.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Within this a page has to show something that works, whatever has failed. */
const FALLBACK_MS = 3_000;

let lab: ReleaseLab;
let team: OtherTeam;

test.beforeAll(async () => {
  [lab, team] = await Promise.all([openReleaseLab(), openOtherTeam()]);
});
test.afterAll(async () => {
  await team.close();
  await lab.close();
});

/** The demo pilot in a browser of their own; what the browser says about policy and integrity comes with the page. */
async function openAsPilot(browser: Browser): Promise<{ page: Page; refused: string[] }> {
  const context = await browser.newContext({ baseURL: lab.url });
  await signIn(context.request, demoAccount('pilot'), lab.url);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|integrity/i.test(message.text())) refused.push(message.text());
  });
  return { page, refused };
}

async function publish(version: string, title: string): Promise<void> {
  await lab.release(`publish ${await team.build(version, title)}`);
}

/** Changes one character of a released script, which would run as before. */
async function damage(version: string, script: string): Promise<void> {
  const folder = `modules/preflight/${version}`;
  const release = parseModuleBuild(await readFile(lab.stored(`${folder}/release.json`), 'utf8'));
  const name = Object.keys(release.files).find((each) => each.startsWith(script)) ?? '';
  const file = lab.stored(`${folder}/${name}`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('use strict', 'use_strict'));
  // What was compressed ahead would be served in its place.
  for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`);
}

const heading = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });

test('a module that Rspack has built appears by being published, and is at home', async ({ browser }) => {
  await publish('1.0.0', 'Pre-flight Check');
  const { page, refused } = await openAsPilot(browser);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Pre-flight' }).click();
  await expect(heading(page, 'Pre-flight Check')).toBeFocused();

  // One session and one store: who is signed in and their jobs are known already; its own call is made with them.
  await expect(page.getByText('Ridgeline Aerial, look at these before you take off.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Job' }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByText('This is your first flight for this job.')).toBeVisible();
  expect(asked.filter((each) => /^\/api\/(jobs|flight-data)\//.test(each))).toEqual([
    expect.stringMatching(/^\/api\/flight-data\/pilot\/\d+$/),
  ]);

  // One router: what is chosen stands in the address, and is there after a reload.
  await expect(page).toHaveURL(/\/preflight\?job=\d+$/);
  await page.reload();
  const ready = page.getByRole('button', { name: 'Ready to Fly' });
  await expect(ready).toBeDisabled();
  for (const box of await page.getByRole('checkbox').all()) await box.check();

  // One theme, which follows the shell's.
  const box = page.getByRole('checkbox').first();
  await expect(box).toHaveCSS('accent-color', 'rgb(15, 92, 77)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(box).toHaveCSS('accent-color', 'rgb(92, 194, 167)');

  // One place for toasts; a chunk and a picture that come later.
  await ready.click();
  await expect(page.getByText('Ready to fly', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clearances' }).click();
  const picture = page.getByRole('img', { name: 'An aircraft above open ground', exact: false });
  await expect(picture).toHaveJSProperty('naturalWidth', 320);
  expect(refused).toEqual([]);
  await page.context().close();
});

test('its scripts carry the nonce of the document', async ({ browser }) => {
  const { page, refused } = await openAsPilot(browser);
  // Without this word a browser takes scripts with the nonce and no others.
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
  expect(refused).toEqual([]);
  await page.context().close();
});

test('its next release gives way where one byte of a chunk that comes later is changed', async ({
  browser,
}) => {
  await publish('1.1.0', 'Check 1.1.0');
  await lab.release('promote preflight 1.1.0');
  const { page, refused } = await openAsPilot(browser);
  await page.goto('/preflight');
  await expect(heading(page, 'Check 1.1.0')).toBeVisible();
  await damage('1.1.0', 'assets/ClearanceGuide.');
  await page.getByRole('button', { name: 'Clearances' }).click();
  // Two versions in one document: the first one has run, the other one takes over under a name of its own.
  await expect(heading(page, 'Pre-flight Check')).toBeVisible({ timeout: FALLBACK_MS });
  expect(refused.join()).toContain('/modules/preflight/1.1.0/assets/ClearanceGuide.');
  await page.context().close();
});

// Each is damaged besides those before it, and is needed before them.
for (const { what, script } of [
  { what: 'the chunk of its page', script: 'assets/PreflightPage.' },
  { what: 'its entry', script: 'assets/remoteEntry.' },
]) {
  test(`it gives way where one byte of ${what} is changed`, async ({ browser }) => {
    await damage('1.1.0', script);
    const { page, refused } = await openAsPilot(browser);
    await page.goto('/');
    await page.getByRole('link', { name: 'Pre-flight' }).click();
    await expect(heading(page, 'Pre-flight Check')).toBeVisible({ timeout: FALLBACK_MS });
    expect(refused.join()).toContain(`/modules/preflight/1.1.0/${script}`);
    await page.context().close();
  });
}
