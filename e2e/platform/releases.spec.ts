import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { pilotWith } from '../support/canary-users.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { demoAccount, newUser, signIn, signUp } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

// The tests share one product and run in order.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** Maximum time until an open page works again after a failure. */
const FALLBACK_MS = 3_000;
const greeting = (text: string) => (content: string) => content.replace('Hello, ', `${text}, `);

let lab: ReleaseLab;
let page: Page;

/** Signs up a pilot in a new browser context, in the lab's product. */
async function newPilot(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: lab.url });
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), lab.url);
  return context.newPage();
}

async function expectGreeting(on: Page, text: string): Promise<void> {
  await on.goto('/weather');
  await expect(on.getByText(`${text}, Wanda Wind.`)).toBeVisible();
}

test.beforeAll(async ({ browser }) => {
  // The demo accounts may see the releases.
  lab = await openReleaseLab({ demoData: true });
  page = await newPilot(browser);
});
test.afterAll(async () => {
  await page.context().close();
  await lab.close();
});

test('a new module appears in the running product after it is published', async () => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Jobs', exact: false }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Weather' })).toHaveCount(0);
  await lab.release(`publish ${await lab.weather()}`);
  await page.reload();
  await page.getByRole('link', { name: 'Weather' }).click();
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible();
});

test('a canary reaches its share of the users, and a promotion reaches all users', async ({ browser }) => {
  await lab.release(`publish ${await lab.deriveWeather('0.2.0', greeting('Welcome'))}`);
  await expectGreeting(page, 'Hello');
  await lab.release('canary weather 0.2.0 --percent 50');
  const status: { registry: { modules: { name: string; canary?: { salt: string } }[] } } = JSON.parse(
    await lab.release('status --json'),
  );
  const salt = status.registry.modules.find(({ name }) => name === 'weather')?.canary?.salt ?? '';
  for (const hasCanary of [true, false]) {
    const pilot = await pilotWith(browser, lab.url, { module: 'weather', salt, percent: 50 }, hasCanary);
    await expectAnyGreeting(pilot);
    await expectGreeting(pilot, hasCanary ? 'Welcome' : 'Hello');
    await pilot.context().close();
  }
  await lab.release('promote weather');
  await expectGreeting(page, 'Welcome');
});

/** The first page of a browser loads without a known user, so it may show either release. */
async function expectAnyGreeting(on: Page): Promise<void> {
  await on.goto('/weather');
  await expect(on.getByText(/^(Hello|Welcome), Wanda Wind\.$/)).toBeVisible();
}

const recordTime = (type: string, started: number, until = performance.now()) =>
  test.info().annotations.push({ type, description: `${(until - started).toFixed(0)} ms` });

test('a rollback reaches the next page within a second and does not change open pages', async ({
  browser,
}) => {
  const open = await newPilot(browser);
  await expectGreeting(open, 'Welcome');
  const started = performance.now();
  await lab.release('rollback weather');
  recordTime('rollback, command alone', started);
  const document = await page.request.get('/weather', { headers: { accept: 'text/html' } });
  recordTime('rollback, to the next document', started);
  expect(await document.text()).toContain('/modules/weather/0.1.0/');
  await expectGreeting(page, 'Hello');
  recordTime('rollback, to a page that runs the old version', started);
  await open.getByRole('link', { name: 'Dashboard' }).click();
  await open.getByRole('link', { name: 'Weather' }).click();
  await expect(open.getByText('Welcome, Wanda Wind.')).toBeVisible();
  await open.context().close();
});

test('[MODULE-5] an open page offers the newer release, and runs it after a reload', async ({ browser }) => {
  const open = await newPilot(browser);
  await open.clock.install();
  await expectGreeting(open, 'Hello');
  await lab.release('promote weather 0.2.0');
  await open.clock.fastForward('01:01');
  await open.getByRole('link', { name: 'Dashboard' }).click();
  await expect(open.getByText('A newer version is ready')).toBeVisible();
  await open.getByRole('link', { name: 'Weather' }).click();
  await expect(open.getByText('Hello, Wanda Wind.')).toBeVisible();
  await open.getByRole('button', { name: 'Reload' }).click();
  await expect(open.getByText('Welcome, Wanda Wind.')).toBeVisible();
  await open.context().close();
  await lab.release('rollback weather');
});

test('[RELEASES-1, RELEASES-6, RELEASES-7] a named viewer rolls a release back with a signed request, and other users see no such page', async ({
  browser,
}) => {
  await lab.release('promote weather 0.2.0');
  const other = await newPilot(browser);
  await other.goto('/releases');
  await expect(other.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await other.context().close();
  const viewer = await (await browser.newContext({ baseURL: lab.url })).newPage();
  await viewer.goto('/releases');
  await expect(viewer).toHaveURL(/\/login$/);
  await signIn(viewer.request, demoAccount('client'), lab.url);
  await viewer.goto('/releases');
  await expect(viewer.getByRole('row', { name: /^Weather / })).toContainText('0.2.0');
  await viewer.getByRole('button', { name: 'Roll back Weather' }).press('Enter');
  const dialog = viewer.getByRole('dialog', { name: 'Roll back Weather' });
  const command = (await dialog.getByText(/^npm run release -- sign-request/).textContent()) ?? '';
  const output = await lab.release(command.replace('npm run release -- ', ''));
  await dialog.getByLabel('Signed request').fill(output);
  await dialog.getByLabel('Reason (optional)').fill('Wrong greeting');
  expect.soft(await accessibilityProblems(viewer), 'the dialog of a rollback').toEqual([]);
  await dialog.getByRole('button', { name: 'Roll back to 0.1.0' }).click();
  await expect(dialog.getByText('Done. New pages get Weather 0.1.0.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(viewer.getByRole('table', { name: 'History' }).getByRole('row').nth(1)).toContainText(
    'rollback weather 0.2.0 → 0.1.0: Wrong greetingdemo_client',
  );
  await expectGreeting(page, 'Hello');
  await viewer.context().close();
});

const entryOf = async (version: string): Promise<string> => {
  const release: { entry: string } = JSON.parse(
    await readFile(lab.stored(`modules/weather/${version}/release.json`), 'utf8'),
  );
  return lab.stored(`modules/weather/${version}/${release.entry}`);
};

async function replaceEntry(version: string, change: (content: string) => string): Promise<void> {
  const file = await entryOf(version);
  await writeFile(file, change(await readFile(file, 'utf8')));
  // The gateway would serve the compressed copies instead.
  for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`, { force: true });
}

const THROW = "throw new Error('broken')";

const BROKEN = [
  {
    version: '0.3.0',
    defect: 'throws on import',
    change: (script: string) => script.replace('name:"weather"', `name:(()=>{${THROW}})()`),
  },
  {
    version: '0.4.0',
    defect: 'throws on render',
    change: (script: string) => script.replace('Hello, ', `\${(()=>{${THROW}})()}`),
  },
  {
    version: '0.5.0',
    defect: 'has no files',
    corrupt: (version: string) => rm(lab.stored(`modules/weather/${version}`), { recursive: true }),
  },
  {
    version: '0.6.0',
    defect: 'has an HTML page as its entry',
    corrupt: (version: string) => replaceEntry(version, () => '<!doctype html><title>Not found</title>'),
  },
  {
    version: '0.7.0',
    defect: 'has one changed byte',
    corrupt: (version: string) => replaceEntry(version, (content) => content.replace('v', 'w')),
  },
];

for (const { version, defect, change, corrupt } of BROKEN) {
  test(`a release that ${defect} falls back to the last good one`, async () => {
    await lab.release(`publish ${await lab.deriveWeather(version, change)}`);
    await lab.release(`promote weather ${version}`);
    await corrupt?.(version);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
    const started = performance.now();
    await page.getByRole('link', { name: 'Weather' }).click();
    await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible({ timeout: FALLBACK_MS });
    recordTime('fallback', started);
    await lab.release('rollback weather');
  });
}

test('a release that does not respond falls back to the last good one', async () => {
  const version = '0.8.0';
  await lab.release(`publish ${await lab.deriveWeather(version)}`);
  await lab.release(`promote weather ${version}`);
  await page.goto('/');
  await page.route(`**/modules/weather/${version}/**`, () => undefined);
  await page.getByRole('link', { name: 'Weather' }).click();
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible({ timeout: FALLBACK_MS });
  await page.unrouteAll();
  await lab.release('rollback weather');
});

const needing = (range: string) => (content: string) =>
  content.replace(/"contract": "[^"]+"/, `"contract": "${range}"`);

test('a release that needs an unsupported contract is refused, and does not run if it is listed', async () => {
  // The build refuses such a range. Another build tool could write it.
  const folder = await lab.deriveWeather('0.10.0', greeting('Ahead'));
  const document = path.join(folder, 'release.json');
  await writeFile(document, needing('^9.0.0')(await readFile(document, 'utf8')));
  await lab.release(`publish ${folder}`);
  await expect(lab.release('promote weather 0.10.0')).rejects.toThrow('needs the contract ^9.0.0');
  await lab.release('rollback weather --to 0.10.0');
  await expectGreeting(page, 'Hello');
  await lab.release('rollback weather --to 0.1.0');
});

/** Makes the shell's asynchronous boundary, `src/bootstrap.tsx`, throw. Only the main script loads it and handles its failure. */
const brokenBootstrap = (script: string) =>
  script.replace(/\.then\(\(\)=>(\w+\(\d+\))(\)+\.catch\()/, `.then(()=>{${THROW};return $1}$2`);

test('a new shell runs the stable modules, and a broken shell falls back to it', async () => {
  await lab.release(`publish ${await lab.deriveShell('2.0.0')}`);
  await lab.release('promote shell 2.0.0');
  const loading = performance.now();
  await expectGreeting(page, 'Hello');
  // The replacement includes a load of the page, whose time depends on the machine.
  const timeout = FALLBACK_MS + performance.now() - loading;
  const shell = page.locator('script[data-shell]');
  await expect(shell.first()).toHaveAttribute('src', /^\/shell\/2\.0\.0\//);

  await lab.release(`publish ${await lab.deriveShell('2.1.0', brokenBootstrap)}`);
  await lab.release('promote shell 2.1.0');
  const started = performance.now();
  await page.goto('/weather');
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible({ timeout });
  recordTime('fallback', started);
  await expect(shell.first()).toHaveAttribute('src', /^\/shell\/2\.0\.0\//);
  await lab.release('rollback shell');
  await expectGreeting(page, 'Hello');
});

test('[MODULE-12] a canary of the shell reaches its users, and falls back to the stable shell', async () => {
  const shell = page.locator('script[data-shell]').first();
  await lab.release(`publish ${await lab.deriveShell('2.2.0')}`);
  await lab.release('canary shell 2.2.0 --percent 100');
  await expectGreeting(page, 'Hello');
  await expect(shell).toHaveAttribute('src', /^\/shell\/2\.2\.0\//);

  await lab.release(`publish ${await lab.deriveShell('2.3.0', brokenBootstrap)}`);
  await lab.release('canary shell 2.3.0 --percent 100');
  await expectGreeting(page, 'Hello');
  await expect(shell).toHaveAttribute('src', /^\/shell\/2\.0\.0\//);
  await lab.release('canary shell --percent 0');
});

test('[MODULE-11] a retired module disappears, can run as a canary, and is back after a promotion', async () => {
  const link = page.getByRole('link', { name: 'Weather' });
  await lab.release('retire weather');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto('/weather');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();

  await lab.release('canary weather 0.2.0 --percent 100');
  await expectGreeting(page, 'Welcome');
  await lab.release('canary weather --percent 0');
  await lab.release('promote weather');
  await expectGreeting(page, 'Hello');
});

test('[MODULE-13] a forced reload reaches an open page within 10 s, and keeps unsaved changes', async ({
  browser,
}) => {
  const editing = await newPilot(browser);
  await editing.goto('/profile');
  const name = editing.getByLabel('Full Name');
  await name.fill('Wanda Storm');
  await expectGreeting(page, 'Hello');
  const started = performance.now();
  await lab.release('rollback weather --to 0.2.0 --force-reload');
  await expect(page.getByText('Welcome, Wanda Wind.')).toBeVisible({ timeout: 10_000 });
  recordTime('forced reload', started);
  await expect(editing.getByText('A newer version is ready')).toBeVisible({ timeout: 10_000 });
  await expect(name).toHaveValue('Wanda Storm');
  await editing.context().close();
});
