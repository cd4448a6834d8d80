import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { Role } from '@dps/contract';
import { unpackReleases } from '../previous/archive.ts';
import { corruptFiles } from '../support/corrupt.ts';
import { ROOT } from '../support/files.ts';
import { moduleFiles, shellFiles, type FilesByKind } from '../support/files-by-kind.ts';
import { demoAccount, signIn } from '../support/users.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import type { ModuleKind, ShellKind } from '../support/release-kinds.ts';
import { expect, test } from '../support/test.ts';
import { openRecorded, type RecordedPage } from '../support/recorded-page.ts';

// The tests share one product, and each corrupts files in its own browser context.
test.describe.configure({ mode: 'default', timeout: 60_000 });

/** Maximum time until an open page works again after a failure. */
const FALLBACK_MS = 3_000;
const LOG = path.join(ROOT, 'mfe-flight-data/samples/airdata.csv');

let lab: ReleaseLab;
/** Versions of the releases to fall back to, by name. */
let previous: Record<string, string>;
let shell: FilesByKind<ShellKind>;
const modules = new Map<string, FilesByKind<ModuleKind>>();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  lab = await openReleaseLab({ demoData: true });
  const current = await lab.registry();
  const unpacked = await unpackReleases(lab.folder('previous'));
  previous = Object.fromEntries(unpacked.map(({ name, release }) => [name, release.version]));
  await lab.release(`publish ${unpacked.map(({ folder }) => folder).join(' ')}`);
  // A new module has no previous release. The shell is last: no module that needs its contract is promoted over the previous one.
  const running = [
    ...current.modules.map(({ name, stable }) => [name, stable]),
    ['shell', current.shell.version],
  ].filter(([name = '']) => previous[name] !== undefined);
  for (const [name = '', version = ''] of running) {
    await lab.release(`rollback ${name} --to ${previous[name]}`);
    await lab.release(`promote ${name} ${version}`);
  }
  shell = await shellFiles(lab, current.shell.version);
  for (const { name, stable } of current.modules) modules.set(name, await moduleFiles(lab, name, stable));
});
test.afterAll(() => lab.close());

async function open(browser: Browser, role: Role): Promise<RecordedPage> {
  const recorded = await openRecorded(browser, lab.url);
  await signIn(recorded.page.request, demoAccount(role), lab.url);
  return recorded;
}

/** Changes one byte of each file of a kind in all later responses. */
async function corruptAll(recorded: RecordedPage, addresses: readonly string[] | undefined): Promise<void> {
  if (!addresses) throw new Error('No release has files of this kind');
  await corruptFiles(recorded.page, addresses);
}

/** Expects that the browser has blocked a file of the release because of its integrity hash. */
function expectRefused({ errors }: RecordedPage, base: string): void {
  expect(errors.some((each) => /digest.+'integrity'/.test(each) && each.includes(base))).toBe(true);
}

/** Acts, waits for the result, and records the time. */
async function recordFallback(act: () => Promise<unknown>, expectResult: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await act();
  await expectResult();
  const milliseconds = Math.round(performance.now() - started);
  test.info().annotations.push({ type: 'fallback', description: `${milliseconds} ms` });
}

for (const kind of ['entry', 'expose', 'page', 'common'] as const) {
  test(`a corrupt module file (${kind}) does not run, and the last good release replaces it`, async ({
    browser,
  }) => {
    const recorded = await open(browser, 'pilot');
    const { page, versions } = recorded;
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    await corruptAll(recorded, modules.get('jobs')?.get(kind));
    await recordFallback(
      () => page.getByRole('link', { name: 'Dashboard', exact: true }).click(),
      () =>
        expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible({ timeout: FALLBACK_MS }),
    );
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect([...(versions.get('jobs') ?? [])]).toContain(previous['jobs']);
    expectRefused(recorded, '/modules/jobs/');
    await page.context().close();
  });
}

test('a page with a corrupt dialog falls back to the last good release and shows its dialog', async ({
  browser,
}) => {
  const recorded = await open(browser, 'client');
  const { page } = recorded;
  await page.goto('/jobs');
  const edit = page.getByRole('button', { name: /^Edit / }).first();
  await expect(edit).toBeVisible();
  await corruptAll(recorded, modules.get('jobs')?.get('lazy'));
  const dialog = page.getByRole('dialog', { name: 'Edit Job' });
  await recordFallback(
    () => edit.click(),
    () => expect(dialog.getByLabel('Job Title')).toBeVisible({ timeout: FALLBACK_MS }),
  );
  expectRefused(recorded, '/modules/jobs/');
  await page.context().close();
});

test('a corrupt worker does not run: the form shows an error and stays usable', async ({ browser }) => {
  const recorded = await open(browser, 'pilot');
  const { page } = recorded;
  await page.goto('/flight-data');
  await page
    .getByRole('button', { name: /^Upload (Flight )?Data$/ })
    .first()
    .click();
  await corruptAll(recorded, modules.get('flight-data')?.get('worker'));
  const dialog = page.getByRole('dialog', { name: 'Upload Flight Data' });
  await recordFallback(
    () => dialog.getByLabel('Flight log', { exact: true }).setInputFiles(LOG),
    () =>
      expect(dialog.getByRole('alert')).toContainText('The file could not be read.', {
        timeout: FALLBACK_MS,
      }),
  );
  await dialog.getByLabel('Altitude').fill('380 ft');
  await page.unrouteAll();
  await dialog.getByLabel('Flight log', { exact: true }).setInputFiles(LOG);
  await expect(dialog.getByLabel('Duration (minutes)')).toHaveValue('5');
  await page.context().close();
});

test('a corrupt script of the payment sandbox does not run: the dialog states that nothing was charged', async ({
  browser,
}) => {
  const recorded = await open(browser, 'client');
  const { page } = recorded;
  await page.goto('/jobs');
  const pay = page.getByRole('button', { name: /^Pay\b/ }).first();
  await expect(pay).toBeVisible();
  await corruptFiles(page, ['/payment-sandbox/stripe.js']);
  const failed = page.getByRole('dialog', { name: 'Payment Setup Failed' });
  await recordFallback(
    () => pay.click(),
    () => expect(failed).toContainText('Nothing was charged.', { timeout: FALLBACK_MS }),
  );
  expectRefused(recorded, '/payment-sandbox/');
  await page.context().close();
});

for (const kind of ['main', 'core', 'user'] as const) {
  test(`a corrupt shell file (${kind}) does not run, and the previous shell replaces it`, async ({
    browser,
  }) => {
    const recorded = await open(browser, 'pilot');
    const { page, versions } = recorded;
    const heading = page.getByRole('heading', { name: 'Pilot Dashboard' });
    const started = performance.now();
    await page.goto('/');
    await expect(heading).toBeVisible();
    // The replacement includes a load of the page, whose time depends on the machine.
    const timeout = FALLBACK_MS + performance.now() - started;
    await corruptAll(recorded, shell.get(kind));
    await recordFallback(
      () => page.goto('/'),
      () => expect(heading).toBeVisible({ timeout }),
    );
    expect([...(versions.get('shell') ?? [])]).toContain(previous['shell']);
    expectRefused(recorded, '/shell/');
    await page.context().close();
  });
}

test('a corrupt lazy chunk of the shell does not run, and the page works without it', async ({ browser }) => {
  const recorded = await open(browser, 'pilot');
  const { page } = recorded;
  await corruptAll(recorded, shell.get('lazy'));
  await page.goto('/');
  await page.getByRole('link', { name: 'Browse Jobs' }).click();
  await expect(page.getByRole('article').first()).toContainText('$');
  await expect.poll(() => recorded.errors.length).toBeGreaterThan(0);
  expectRefused(recorded, '/shell/');
  // A chunk that loads in advance may still be on its way.
  await page.unrouteAll({ behavior: 'wait' });
  await page.context().close();
});

test('without a working release, an error appears, and Retry works after the files are restored', async ({
  browser,
}) => {
  const recorded = await open(browser, 'pilot');
  const { page } = recorded;
  await page.goto('/profile');
  const entries = modules.get('payments')?.get('entry') ?? [];
  const old = await moduleFiles(lab, 'payments', previous['payments'] ?? '');
  await corruptAll(recorded, [...entries, ...(old.get('entry') ?? [])]);
  await recordFallback(
    () => page.getByRole('link', { name: 'Payments' }).click(),
    () =>
      expect(page.getByRole('heading', { name: 'Payments is unavailable' })).toBeVisible({
        timeout: FALLBACK_MS,
      }),
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();

  const oldShell = await shellFiles(lab, previous['shell'] ?? '');
  await corruptAll(recorded, [...(shell.get('main') ?? []), ...(oldShell.get('main') ?? [])]);
  await recordFallback(
    () => page.goto('/'),
    () => expect(page.getByRole('alert')).toContainText('could not start', { timeout: FALLBACK_MS }),
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.context().close();
});

test('the gateway serves the last valid registry when one byte of the stored one changes', async ({
  browser,
}) => {
  const { page } = await open(browser, 'pilot');
  const file = lab.stored(`revisions/${(await lab.registry()).revision}.json`);
  const original = await readFile(file, 'utf8');
  await writeFile(
    file,
    original.replace(/sha256-./, (text) => `sha256-${text.endsWith('A') ? 'B' : 'A'}`),
  );
  const response = await page.request.get('/registry.json');
  expect(await response.json()).toEqual(JSON.parse(original));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await writeFile(file, original);
  await page.context().close();
});

test('[SECURE-34] a script of another origin does not run through import()', async ({ browser }) => {
  const { page } = await open(browser, 'pilot');
  await page.route('https://cdn.example/map.js', (route) =>
    route.fulfill({
      body: 'document.title = "ran"',
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  const outcome = await page.evaluate(
    `import('https://cdn.example/map.js').then(() => 'ran', () => 'refused')`,
  );
  expect(outcome).toBe('refused');
  await page.context().close();
});
