import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { Role } from '@dps/shared-contracts';
import { unpackReleases } from '../previous/archive.ts';
import { damage } from '../support/corrupt.ts';
import { ROOT } from '../support/files.ts';
import { moduleFiles, shellFiles, type FilesByKind } from '../support/files-by-kind.ts';
import { demoAccount, signIn } from '../support/users.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import type { ModuleKind, ShellKind } from '../support/release-kinds.ts';
import { expect, test } from '../support/test.ts';
import { openRecorded, type RecordedPage } from '../support/recorded-page.ts';

// One product, whose files arrive with one byte changed in one browser or another.
test.describe.configure({ mode: 'default', timeout: 60_000 });

/** Within this a page has to show something that works, whatever has failed. */
const FALLBACK_MS = 3_000;
const LOG = path.join(ROOT, 'mfe-flight-data/samples/airdata.csv');

let lab: ReleaseLab;
/** Versions of what is fallen back on. */
let before: Record<string, string>;
let shell: FilesByKind<ShellKind>;
const modules = new Map<string, FilesByKind<ModuleKind>>();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  lab = await openReleaseLab();
  const now = await lab.registry();
  const kept = await unpackReleases(lab.folder('previous'));
  before = Object.fromEntries(kept.map(({ name, release }) => [name, release.version]));
  await lab.release(`publish ${kept.map(({ folder }) => folder).join(' ')}`);
  const running = [['shell', now.shell.version], ...now.modules.map(({ name, stable }) => [name, stable])];
  for (const [name = '', version = ''] of running) {
    await lab.release(`rollback ${name} --to ${before[name]}`);
    await lab.release(`promote ${name} ${version}`);
  }
  shell = await shellFiles(lab, now.shell.version);
  for (const { name, stable } of now.modules) modules.set(name, await moduleFiles(lab, name, stable));
});
test.afterAll(() => lab.close());

async function open(browser: Browser, role: Role): Promise<RecordedPage> {
  const watched = await openRecorded(browser, lab.url);
  await signIn(watched.page.request, demoAccount(role), lab.url);
  return watched;
}

/** Has all files of a kind arrive damaged from now on. */
async function damageAll(watched: RecordedPage, addresses: readonly string[] | undefined): Promise<void> {
  if (!addresses) throw new Error('No release has files of this kind');
  await damage(watched.page, addresses);
}

/** The browser has refused a file of that release by its digest. */
function expectRefused({ complaints }: RecordedPage, base: string): void {
  expect(complaints.some((each) => /digest.+'integrity'/.test(each) && each.includes(base))).toBe(true);
}

/** Expects that something is seen in time, and notes when it was. */
async function expectInTime(act: () => Promise<unknown>, seen: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await act();
  await seen();
  const milliseconds = Math.round(performance.now() - started);
  test.info().annotations.push({ type: 'fallback', description: `${milliseconds} ms` });
}

for (const kind of ['entry', 'expose', 'page', 'common'] as const) {
  test(`a module's damaged file (${kind}) does not run: its last good release does`, async ({ browser }) => {
    const watched = await open(browser, 'pilot');
    const { page, versions } = watched;
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    await damageAll(watched, modules.get('jobs')?.get(kind));
    await expectInTime(
      () => page.getByRole('link', { name: 'Dashboard', exact: true }).click(),
      () =>
        expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible({ timeout: FALLBACK_MS }),
    );
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect([...(versions.get('jobs') ?? [])]).toContain(before['jobs']);
    expectRefused(watched, '/modules/jobs/');
    await page.context().close();
  });
}

test("a page's damaged dialog does not run: the last good release takes over, dialog and all", async ({
  browser,
}) => {
  const watched = await open(browser, 'client');
  const { page } = watched;
  await page.goto('/jobs');
  const edit = page.getByRole('button', { name: /^Edit / }).first();
  await expect(edit).toBeVisible();
  await damageAll(watched, modules.get('jobs')?.get('lazy'));
  const dialog = page.getByRole('dialog', { name: 'Edit Job' });
  await expectInTime(
    () => edit.click(),
    () => expect(dialog.getByLabel('Job Title')).toBeVisible({ timeout: FALLBACK_MS }),
  );
  expectRefused(watched, '/modules/jobs/');
  await page.context().close();
});

test('a damaged worker does not run: the file is refused in words, and the form goes on', async ({
  browser,
}) => {
  const watched = await open(browser, 'pilot');
  const { page } = watched;
  await page.goto('/flight-data');
  await page
    .getByRole('button', { name: /^Upload (Flight )?Data$/ })
    .first()
    .click();
  await damageAll(watched, modules.get('flight-data')?.get('worker'));
  const dialog = page.getByRole('dialog', { name: 'Upload Flight Data' });
  await expectInTime(
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

test("the payment sandbox's damaged script does not run: the dialog says that nothing was charged", async ({
  browser,
}) => {
  const watched = await open(browser, 'client');
  const { page } = watched;
  await page.goto('/jobs');
  const pay = page.getByRole('button', { name: /^Pay\b/ }).first();
  await expect(pay).toBeVisible();
  await damage(page, ['/payment-sandbox/stripe.js']);
  const failed = page.getByRole('dialog', { name: 'Payment Setup Failed' });
  await expectInTime(
    () => pay.click(),
    () => expect(failed).toContainText('Nothing was charged.', { timeout: FALLBACK_MS }),
  );
  expectRefused(watched, '/payment-sandbox/');
  await page.context().close();
});

for (const kind of ['main', 'core', 'frame', 'kit'] as const) {
  test(`the shell's damaged file (${kind}) does not run: the shell before it does`, async ({ browser }) => {
    const watched = await open(browser, 'pilot');
    const { page, versions } = watched;
    await damageAll(watched, shell.get(kind));
    await expectInTime(
      () => page.goto('/'),
      () =>
        expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible({ timeout: FALLBACK_MS }),
    );
    expect([...(versions.get('shell') ?? [])]).toContain(before['shell']);
    expectRefused(watched, '/shell/');
    await page.context().close();
  });
}

test('what the shell loads later does not run damaged, and the page goes on without it', async ({
  browser,
}) => {
  const watched = await open(browser, 'pilot');
  const { page } = watched;
  await damageAll(watched, shell.get('lazy'));
  await page.goto('/');
  await page.getByRole('link', { name: 'Browse Jobs' }).click();
  await expect(page.getByRole('article').first()).toContainText('$');
  await expect.poll(() => watched.complaints.length).toBeGreaterThan(0);
  expectRefused(watched, '/shell/');
  await page.context().close();
});

test('where nothing is left to fall back on, people are told, and Retry helps once the files are whole', async ({
  browser,
}) => {
  const watched = await open(browser, 'pilot');
  const { page } = watched;
  await page.goto('/profile');
  const entries = modules.get('payments')?.get('entry') ?? [];
  const old = await moduleFiles(lab, 'payments', before['payments'] ?? '');
  await damageAll(watched, [...entries, ...(old.get('entry') ?? [])]);
  await expectInTime(
    () => page.getByRole('link', { name: 'Payments' }).click(),
    () =>
      expect(page.getByRole('heading', { name: 'Payments is unavailable' })).toBeVisible({
        timeout: FALLBACK_MS,
      }),
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();

  const oldShell = await shellFiles(lab, before['shell'] ?? '');
  await damageAll(watched, [...(shell.get('main') ?? []), ...(oldShell.get('main') ?? [])]);
  await expectInTime(
    () => page.goto('/'),
    () => expect(page.getByRole('alert')).toContainText('could not start', { timeout: FALLBACK_MS }),
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.context().close();
});

test('a registry with one changed byte is served to nobody', async ({ browser }) => {
  const { page } = await open(browser, 'pilot');
  const file = lab.stored('registry.json');
  const sound = await readFile(file, 'utf8');
  await writeFile(
    file,
    sound.replace(/sha256-./, (text) => `sha256-${text.endsWith('A') ? 'B' : 'A'}`),
  );
  expect((await page.request.get('/registry.json')).status()).toBe(503);
  await page.goto('/');
  await expect(page.getByText('nobody that is trusted here has signed it as it stands')).toBeVisible();
  await writeFile(file, sound);
  await page.getByRole('button', { name: /reload/i }).click();
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.context().close();
});
