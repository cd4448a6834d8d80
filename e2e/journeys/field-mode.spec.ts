import type { Page } from '@playwright/test';
import { acceptJob, postJob } from '../support/jobs.ts';
import { newUser, type NewUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

type SignUp = (user: NewUser) => Promise<Page>;

/** Signs up a pilot with an accepted job. */
async function pilotWithJob(signedUp: SignUp, title: string): Promise<Page> {
  const client = await signedUp(newUser('client', 'Cleo Client'));
  const id = await postJob(client.request, title);
  const pilot = await signedUp(newUser('pilot', 'Otto Pilot'));
  await acceptJob(pilot.request, id);
  return pilot;
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

test('the product starts without a network with the jobs of its user, and with none after the sign-out', async ({
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
