import type { BrowserContextOptions, BrowserType, LaunchOptions, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { flightLog } from '../support/files.ts';
import { acceptJob, postJob } from '../support/jobs.ts';
import { newUser, signUp, type NewUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

type SignUp = (user: NewUser) => Promise<Page>;

/** Signs up a pilot with an accepted job. */
async function pilotWithJob(signedUp: SignUp, title: string, signUpPilot: SignUp = signedUp): Promise<Page> {
  const client = await signedUp(newUser('client', 'Cleo Client'));
  const id = await postJob(client.request, title);
  const pilot = await signUpPilot(newUser('pilot', 'Otto Pilot'));
  await acceptJob(pilot.request, id);
  return pilot;
}

/** Starts a browser with the files of an earlier one, which a folder keeps. Returns its page. */
async function startBrowser(
  browserType: BrowserType,
  folder: string,
  options: LaunchOptions & BrowserContextOptions,
): Promise<Page> {
  const context = await browserType.launchPersistentContext(folder, {
    ...options,
    serviceWorkers: 'allow',
    permissions: ['geolocation'],
    geolocation: { latitude: 30.6332, longitude: -97.67721, accuracy: 8 },
  });
  return context.pages()[0] ?? context.newPage();
}

/** Opens the page of flight data, and waits until the service worker has kept all files of its releases. */
async function keepFlightData(pilot: Page): Promise<void> {
  await pilot.goto('/flight-data');
  const kept = () => pilot.evaluate(async () => (await caches.match('/complete'))?.text());
  await expect.poll(kept, { timeout: 30_000 }).toContain('/modules/flight-data/');
  // Reads that began before the worker was active are kept now.
  await pilot.goto('/');
  await expect(pilot.getByRole('table', { name: 'Active Jobs' }).getByRole('button').first()).toBeVisible();
}

test('[FIELD-2, FIELD-6] the product starts without a network with the jobs of its user, and with none after the sign-out', async ({
  signedUp,
}) => {
  const title = `Levee crest ${Date.now()}`;
  const pilot = await pilotWithJob(signedUp, title);
  await keepFlightData(pilot);
  const manifest = await pilot.request.get('/manifest.webmanifest');
  expect(await manifest.json()).toMatchObject({ display: 'standalone', start_url: '/' });
  await pilot.context().setOffline(true);
  await pilot.reload();
  await expect(pilot.getByRole('row').filter({ hasText: title })).toBeVisible();
  await expect(pilot.getByText('You are offline')).toBeVisible();
  await pilot.goto('/flight-data');
  await pilot.getByRole('button', { name: 'Upload Flight Data' }).click();
  await expect(pilot.getByRole('dialog', { name: 'Upload Flight Data' })).toContainText(title);
  await pilot.keyboard.press('Escape');
  await pilot.getByRole('button', { name: 'User menu' }).click();
  await pilot.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(pilot).toHaveURL(/\/login/);
  const users = () =>
    pilot.evaluate(async () => (await caches.keys()).filter((name) => name.includes('user')));
  await expect.poll(users).toEqual([]);
  await pilot.goto('/');
  await expect(pilot.getByText(title)).toHaveCount(0);
});

test('[FIELD-8, FIELD-9, FIELD-10, FIELD-11, FIELD-15] a pilot logs two flights without a network, closes the browser, and finds each sent once', async ({
  signedUp,
  browser,
  launchOptions,
}, testInfo) => {
  const title = `Dam crest ${Date.now()}`;
  const options = { ...launchOptions, baseURL: process.env['DPS_URL'] ?? '' };
  const start = () => startBrowser(browser.browserType(), testInfo.outputPath('profile'), options);
  const pilot = await pilotWithJob(signedUp, title, async (user) => {
    const page = await start();
    await signUp(page.request, user);
    return page;
  });
  await keepFlightData(pilot);
  await pilot.context().setOffline(true);
  await pilot.goto('/flight-data');
  for (const [number, proposed] of [
    ['FL-001', ''],
    ['FL-002', 'FL-002'],
  ] as const) {
    await pilot.getByRole('button', { name: 'Upload Data' }).click();
    const dialog = pilot.getByRole('dialog', { name: 'Upload Flight Data' });
    await expect(dialog).toContainText(title);
    await expect(dialog.getByLabel('Flight Number')).toHaveValue(proposed);
    await dialog.getByLabel('Flight Number').fill(number);
    await dialog.getByLabel('Duration (minutes)').fill('25');
    await dialog.getByLabel('Flight log', { exact: true }).setInputFiles(flightLog('airdata.csv'));
    await expect(dialog.getByText('airdata.csv was read.').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Time and Position' }).click();
    await expect(dialog.getByLabel('Notes')).toHaveValue(/30\.633200, -97\.677210 \(± 8 m\)$/);
    await dialog.getByRole('button', { name: 'Save Flight Data' }).click();
    await expect(pilot.getByText(`Flight ${number} · Waiting for network`)).toBeVisible();
  }
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await pilot.context().close();
  const later = await start();
  await later.goto('/flight-data');
  for (const number of ['FL-001', 'FL-002']) {
    await expect(later.getByText(`Flight ${number} · Sent`)).toBeVisible({ timeout: 20_000 });
    await expect(later.getByRole('row').filter({ hasText: number })).toHaveCount(1);
  }
  await later.context().close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('[FIELD-16] the controls of the upload form are large on a phone', async ({ signedUp }) => {
    const pilot = await pilotWithJob(signedUp, `Orchard ${Date.now()}`);
    await pilot.goto('/flight-data');
    await pilot.getByRole('button', { name: 'Upload Data' }).click();
    const dialog = pilot.getByRole('dialog', { name: 'Upload Flight Data' });
    const controls = [
      dialog.getByRole('button', { name: 'Save Flight Data' }),
      dialog.getByRole('button', { name: 'Add Time and Position' }),
      dialog.getByLabel('Altitude').locator('..'),
    ];
    for (const control of controls) {
      const box = await control.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(56);
    }
  });
});
