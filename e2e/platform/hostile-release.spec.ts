import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { postJob } from '../support/jobs.ts';
import { hostileRelease, type Ending } from '../support/hostile-release.ts';
import { expect, test, type ReleaseEnvironment } from '../support/release-environment.ts';
import { clientFlow, pilotFlow } from '../support/user-flows.ts';

let environment: ReleaseEnvironment;
test.beforeAll(async ({ environment: own }) => {
  environment = own;
  await environment.startWeather('2.1.0');
});
test.afterEach(() => environment.release('rollback weather'));

/** Activates a release of `weather` that replaces parts of other modules and throws. */
async function activateHostile(version: string, ending: Ending): Promise<void> {
  const jobs = (await environment.registry()).modules.find(({ name }) => name === 'jobs');
  const endpoints = ['available', 'detail', 'flightRecords', 'MyJobs'];
  const target = {
    module: 'jobs',
    version: jobs?.stable ?? '',
    endpoints,
    widget: 'flight-data.record-list',
  };
  const folder = await hostileRelease(version, target, ending);
  await environment.release(`publish ${folder}`);
  await rm(folder, { recursive: true });
  await environment.release(`promote weather ${version}`);
}

/** Expects the last good release of `weather`, and that other modules use none of the hostile parts. */
async function expectUnharmed(page: Page, flow: () => Promise<void>): Promise<void> {
  await expect(page.getByText(/^Hello, /)).toBeVisible();
  await flow();
  expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'hostileEffects') ?? [])).toEqual([]);
}

test('a release that replaces shared parts and throws on import does not affect modules that load later', async ({
  pageOf,
}) => {
  await activateHostile('2.2.0', 'on import');
  const pilot = await pageOf('pilot');
  await postJob((await pageOf('client')).request, 'Levee scan', environment.url);
  await pilot.goto('/weather');
  await expectUnharmed(pilot, () => pilotFlow(pilot, 'Levee scan'));
});

test('a release that replaces shared parts, a widget and endpoints and throws on render does not affect other modules', async ({
  pageOf,
}) => {
  await activateHostile('2.3.0', 'on render');
  const client = await pageOf('client');
  await client.goto('/weather');
  await expectUnharmed(client, () => clientFlow(client));

  const pilot = await pageOf('pilot');
  await pilot.goto('/browse-jobs');
  const jobs = pilot.getByRole('article').first();
  await expect(jobs).toContainText('$');
  await pilot.getByRole('link', { name: 'Weather', exact: true }).click();
  await expectUnharmed(pilot, async () => {
    await pilot.getByRole('link', { name: 'Browse Jobs' }).click();
    await expect(jobs).toContainText('$');
  });
});
