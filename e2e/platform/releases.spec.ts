import { rm } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { pilotWith } from '../support/canary-users.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, greeting, test, type ReleaseEnvironment } from '../support/release-environment.ts';

// The tests run in order, in the page of one pilot.
test.describe.configure({ mode: 'serial' });

let environment: ReleaseEnvironment;
let page: Page;
let shell: string;

async function expectGreeting(on: Page, text: string): Promise<void> {
  await on.goto('/weather');
  await expect(on.getByText(`${text}, Wanda Wind.`)).toBeVisible();
}

/** Opens the weather page by its link, so that the shell decides about the release in an open page. */
async function followLink(on: Page): Promise<void> {
  await on.getByRole('link', { name: 'Dashboard' }).click();
  await expect(on.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await on.getByRole('link', { name: 'Weather', exact: true }).click();
}

test.beforeAll(async ({ environment: own }) => {
  environment = own;
  shell = (await environment.registry()).shell.version;
  await environment.startWeather('4.1.0');
  await environment.publishWeather('4.2.0', greeting('Welcome'));
  page = await environment.pageOf('Wanda Wind');
});
test.afterAll(async () => {
  await page.context().close();
  await environment.restore();
});

async function expectForShare(browser: Browser, percent: number): Promise<void> {
  const { modules } = await environment.registry();
  const salt = modules.find(({ name }) => name === 'weather')?.canary?.salt ?? '';
  for (const hasCanary of [true, false]) {
    const pilot = await pilotWith(browser, environment.url, { module: 'weather', salt, percent }, hasCanary);
    // The first page of a browser loads without a known user, so it may show either release.
    await pilot.goto('/weather');
    await expect(pilot.getByText(/^(Hello|Welcome), Wanda Wind\.$/)).toBeVisible();
    await expectGreeting(pilot, hasCanary ? 'Welcome' : 'Hello');
    await pilot.context().close();
  }
}

test('a canary reaches its share, a promotion all users, and a rollback the next pages, but no open ones', async ({
  browser,
}) => {
  await expectGreeting(page, 'Hello');
  await environment.release('canary weather 4.2.0 --percent 50');
  await expectForShare(browser, 50);
  await environment.release('promote weather');
  await expectGreeting(page, 'Welcome');
  await environment.release('rollback weather');
  const document = await page.request.get('/weather', { headers: { accept: 'text/html' } });
  expect(await document.text()).toContain('/modules/weather/4.1.0/');
  await followLink(page);
  await expect(page.getByText('Welcome, Wanda Wind.')).toBeVisible();
  await expectGreeting(page, 'Hello');
});

test('[MODULE-5, MODULE-13] an open page offers a newer release, and a forced reload runs it except over unsaved changes', async ({
  pageOf,
}) => {
  const editing = await pageOf('Wanda Wind');
  for (const each of [page, editing]) await each.clock.install();
  await editing.goto('/profile');
  const name = editing.getByLabel('Full Name');
  await name.fill('Wanda Storm');
  await expectGreeting(page, 'Hello');
  await environment.release('rollback weather --to 4.2.0');
  await followLink(page);
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible();
  await expect(page.getByText('A newer version is ready')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Welcome, Wanda Wind.')).toBeVisible();

  await environment.release('rollback weather --to 4.1.0 --force-reload');
  await page.clock.fastForward('00:10');
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible();
  await editing.clock.fastForward('00:10');
  await expect(editing.getByText('A newer version is ready')).toBeVisible();
  await expect(name).toHaveValue('Wanda Storm');
});

test('[RELEASES-1, RELEASES-6, RELEASES-7] a named viewer rolls a release back with a signed request, and other users see no such page', async ({
  pageOf,
}) => {
  await environment.release('promote weather 4.2.0');
  await page.goto('/releases');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  const viewer = await pageOf('client');
  await viewer.goto('/releases');
  await expect(viewer.getByRole('row', { name: /^Weather / })).toContainText('4.2.0');
  await viewer.getByRole('button', { name: 'Roll back Weather' }).press('Enter');
  const dialog = viewer.getByRole('dialog', { name: 'Roll back Weather' });
  const command = (await dialog.getByText(/^npm run release -- sign-request/).textContent()) ?? '';
  const output = await environment.release(command.replace('npm run release -- ', ''));
  await dialog.getByLabel('Signed request').fill(output);
  await dialog.getByLabel('Reason (optional)').fill('Wrong greeting');
  expect.soft(await accessibilityProblems(viewer), 'the dialog of a rollback').toEqual([]);
  await dialog.getByRole('button', { name: 'Roll back to 4.1.0' }).click();
  await expect(dialog.getByText('Done. New pages get Weather 4.1.0.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(viewer.getByRole('table', { name: 'History' }).getByRole('row').nth(1)).toContainText(
    'rollback weather 4.2.0 → 4.1.0: Wrong greetingdemo_client',
  );
  await expectGreeting(page, 'Hello');
});

test('a release without files falls back to the last good one', async () => {
  await environment.publishWeather('4.3.0');
  await environment.release('promote weather 4.3.0');
  await rm(environment.stored('modules/weather/4.3.0'), { recursive: true });
  await expectGreeting(page, 'Hello');
  await environment.release('rollback weather');
});

test('[MODULE-11] a retired module disappears, can run as a canary, and is back after a promotion', async () => {
  await environment.release('retire weather');
  await page.goto('/weather');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Weather', exact: true })).toHaveCount(0);

  await environment.release('canary weather 4.2.0 --percent 100');
  await expectGreeting(page, 'Welcome');
  await environment.release('canary weather --percent 0');
  await environment.release('promote weather');
  await expectGreeting(page, 'Hello');
});

/** Makes the shell's asynchronous boundary, `src/bootstrap.tsx`, throw. Only the main script loads it and handles its failure. */
const brokenBootstrap = (script: string) =>
  script.replace(
    /\.then\(\(\)=>(\w+\(\d+\))(\)+\.catch\()/,
    `.then(()=>{throw new Error('broken');return $1}$2`,
  );

test('[MODULE-12] a canary of the shell reaches its users, and a broken shell falls back to the stable one', async () => {
  const script = page.locator('script[data-shell]').first();
  await environment.publishShell('4.1.0');
  await environment.release('canary shell 4.1.0 --percent 100');
  await expectGreeting(page, 'Hello');
  await expect(script).toHaveAttribute('src', /^\/shell\/4\.1\.0\//);

  await environment.publishShell('4.2.0', brokenBootstrap);
  for (const [command, running] of [
    ['canary shell 4.2.0 --percent 100', shell],
    ['canary shell --percent 0', shell],
    ['promote shell 4.1.0', '4.1.0'],
    ['promote shell 4.2.0', '4.1.0'],
    ['rollback shell', '4.1.0'],
  ] as const) {
    await environment.release(command);
    await expectGreeting(page, 'Hello');
    await expect(script).toHaveAttribute('src', new RegExp(`^/shell/${running.replaceAll('.', '\\.')}/`));
  }
});
