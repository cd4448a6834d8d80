import type { BrowserContextOptions, BrowserType, LaunchOptions, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { flightLog } from '../support/files.ts';
import { acceptedJob } from '../support/jobs.ts';
import { newUser, signUp } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

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

test('[FIELD-2, FIELD-6, FIELD-8, FIELD-9, FIELD-10, FIELD-11, FIELD-15] a pilot logs two flights without a network, closes the browser, finds each sent once, and leaves nothing of them by signing out', async ({
  signedIn,
  browser,
  launchOptions,
}, testInfo) => {
  const title = 'Levee crest, field mode';
  const options = { ...launchOptions, baseURL: process.env['DPS_URL'] ?? '' };
  const start = () => startBrowser(browser.browserType(), testInfo.outputPath('profile'), options);
  const pilot = await start();
  await signUp(pilot.request, newUser('pilot', 'Otto Pilot'));
  const client = await signedIn('client');
  await acceptedJob(client.request, pilot.request, title);
  const manifest = await pilot.request.get('/manifest.webmanifest');
  expect(await manifest.json()).toMatchObject({ display: 'standalone', start_url: '/' });
  await keepFlightData(pilot);
  await pilot.context().setOffline(true);
  await pilot.reload();
  await expect(pilot.getByRole('row').filter({ hasText: title })).toBeVisible();
  await expect(pilot.getByText('You are offline')).toBeVisible();
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
    for (const sent of ['Flight', 'Log of flight'])
      await expect(later.getByText(`${sent} ${number} · Sent`, { exact: true })).toBeVisible();
    await expect(later.getByRole('row').filter({ hasText: number })).toHaveCount(1);
  }
  await later.context().setOffline(true);
  await later.getByRole('button', { name: 'User menu' }).click();
  await later.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(later).toHaveURL(/\/login/);
  const users = () =>
    later.evaluate(async () => (await caches.keys()).filter((name) => name.includes('user')));
  await expect.poll(users).toEqual([]);
  await later.goto('/');
  await expect(later.getByText(title)).toHaveCount(0);
  await later.context().close();
});
