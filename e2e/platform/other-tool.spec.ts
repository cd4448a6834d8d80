import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseModuleBuild, paths } from '@dps/contract';
import { openOtherTeam, writePlainModule, type OtherTeam } from '../support/other-tool.ts';
import { recordPage } from '../support/recorded-page.ts';
import { expect, test, type ReleaseEnvironment } from '../support/release-environment.ts';

// The tests run in order: the second one replaces the release of the first one.
test.describe.configure({ mode: 'serial' });

let environment: ReleaseEnvironment;
let team: OtherTeam;
test.beforeAll(async ({ environment: own }) => {
  environment = own;
  team = await openOtherTeam();
});
test.afterAll(() => team.close());

async function publish(version: string, title: string): Promise<void> {
  await environment.release(`publish ${await team.build(version, title)}`);
}

/** Changes one character of a released script. The changed script would still run. */
async function corruptScript(version: string, script: string): Promise<void> {
  const folder = `modules/preflight/${version}`;
  const release = parseModuleBuild(await readFile(environment.stored(`${folder}/release.json`), 'utf8'));
  const name = Object.keys(release.files).find((each) => each.startsWith(script)) ?? '';
  const file = environment.stored(`${folder}/${name}`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('use strict', 'use_strict'));
  // The gateway would serve the compressed copies instead.
  for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`);
}

const heading = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });

test('a published module built with Rspack shares session, router, theme and toasts', async ({ pageOf }) => {
  await publish('1.0.0', 'Pre-flight Check');
  const page = await pageOf('pilot');
  const { errors } = recordPage(page);
  // Without 'strict-dynamic', a browser runs only scripts with the nonce of the document.
  await page.route(`${environment.url}/preflight*`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("'strict-dynamic'");
    await route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': policy.replace("'strict-dynamic'", '') },
    });
  });
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
  expect(errors).toEqual([]);
});

test('its next release falls back when one byte of a script changes', async ({ pageOf }) => {
  await publish('1.1.0', 'Check 1.1.0');
  await environment.release('promote preflight 1.1.0');
  const page = await pageOf('pilot');
  const { errors } = recordPage(page);
  await page.goto('/preflight');
  await expect(heading(page, 'Check 1.1.0')).toBeVisible();
  await corruptScript('1.1.0', 'assets/ClearanceGuide.');
  await page.getByRole('button', { name: 'Clearances' }).click();
  // Two versions run in one document, each under its own container name.
  await expect(heading(page, 'Pre-flight Check')).toBeVisible();
  expect(errors.join()).toContain('/modules/preflight/1.1.0/assets/ClearanceGuide.');

  await corruptScript('1.1.0', 'assets/remoteEntry.');
  // The first browser context has a cached entry.
  const other = await pageOf('pilot');
  const record = recordPage(other);
  await other.goto('/preflight');
  await expect(heading(other, 'Pre-flight Check')).toBeVisible();
  expect(record.errors.join()).toContain('/modules/preflight/1.1.0/assets/remoteEntry.');
});

test('[MODULE-33, ORIGIN-2] a container written by hand uses the shared React, and only the allowed backend', async ({
  pageOf,
}) => {
  const [allowed, other] = [environment.folder('tides-1.0.0'), environment.folder('tides-1.1.0')];
  await writePlainModule(allowed, '1.0.0', environment.backend.origin);
  await writePlainModule(other, '1.1.0', 'https://other.example');
  await environment.release(`publish ${allowed}`);
  const page = await pageOf('pilot');
  const { errors } = recordPage(page);
  await page.goto('/tides');
  await expect(heading(page, 'Tides')).toBeVisible();
  await expect(page.getByText('High water at 14:05, Ridgeline Aerial.')).toBeVisible();
  expect(errors).toEqual([]);

  await environment.release(`publish ${other}`);
  await environment.release('promote tides 1.1.0');
  await page.reload();
  await expect(page.getByText('The tides are not available.')).toBeVisible();
  expect(errors[0]).toContain('connect-src');
});
