import type { Page } from '@playwright/test';
import { weatherReports } from '../support/canary-users.ts';
import type { ScriptChange } from '../support/derive-release.ts';
import { at, expect, test, type ReleaseEnvironment } from '../support/release-environment.ts';

const FAIL = `throw new TypeError('There is no weather')`;

let environment: ReleaseEnvironment;
let page: Page;
test.beforeAll(async ({ environment: own }) => {
  environment = own;
  await environment.startWeather('1.1.0');
  page = await environment.pageOf('Wanda Wind');
});
test.afterAll(() => page.context().close());
test.afterEach(() => environment.release('canary weather --percent 0'));

/** Starts a canary for all users and opens its page by its link. Returns the states of `weather` that the page reports. */
async function openCanary(version: string, change?: ScriptChange): Promise<() => string[]> {
  await environment.publishWeather(version, change);
  await environment.release(`canary weather ${version} --percent 100`);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  const reports = weatherReports(page);
  await page.getByRole('link', { name: 'Weather', exact: true }).click({ noWaitAfter: true });
  return () =>
    reports.flatMap(({ pages = [] }) =>
      pages.filter((each) => each.module === 'weather' && each.version === version).map(({ state }) => state),
    );
}

/** Ends the page for its telemetry, and keeps it for the observation of its reports. */
const leave = () => page.evaluate(() => void dispatchEvent(new Event('pagehide')));
const heading = () => page.getByRole('heading', { name: 'Weather' });

test('a shown canary is fine, and an event handler that throws later counts for it', async () => {
  const states = await openCanary('1.2.0', at('click', FAIL));
  await expect(heading()).toBeVisible();
  await leave();
  await expect.poll(states).toEqual(['started', 'fine']);
  for (const _click of [1, 2]) await page.getByRole('button', { name: 'Refresh' }).click();
  await leave();
  await expect.poll(states).toEqual(['started', 'fine', 'failed']);
});

test('a failure counts for the canary, whichever release runs in the end', async () => {
  const states = await openCanary('1.3.0', at('render', FAIL));
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await leave();
  expect(states()).toEqual(['started']);
});

test('[MODULE-14] an effect that throws when its page is left is contained, and counts for the canary', async () => {
  const states = await openCanary('1.4.0', at('leave', FAIL));
  await expect(heading()).toBeVisible();
  for (const name of ['Dashboard', 'Schedule']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  }
  await leave();
  expect(states()).toEqual(['started']);
});

test('a canary that hangs is not fine', async () => {
  const states = await openCanary('1.5.0', at('render', 'for (;;) performance.now()'));
  await expect.poll(states).toEqual(['started']);
});
