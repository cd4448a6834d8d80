import type { Browser, Page } from '@playwright/test';
import type { ReportedPage } from '@dps/contract';
import { weatherReports } from '../support/canary-users.ts';
import type { ScriptChange } from '../support/derive-release.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { expect, test } from '../support/test.ts';
import { newUser, signUp } from '../support/users.ts';

// The tests share one product and run in order.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** A page with marks, which a derived release replaces with failing code. */
const PAGE = `
import { useEffect } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { Button, Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';

export default function WeatherPage() {
  const { name } = useCurrentUser();
  performance.mark('render');
  useEffect(() => () => void performance.mark('leave'), []);
  return (
    <>
      <PageHeader title="Weather" />
      <Typography>Hello, {name}.</Typography>
      <Button onClick={() => performance.mark('click')}>Refresh</Button>
    </>
  );
}
`;
/** Returns the change that replaces a mark. The failing script has the frame of the release in each stack. */
const at = (mark: 'render' | 'leave' | 'click', statement: string) => (script: string) =>
  script.replace(new RegExp(`performance\\.mark\\(["'\`]${mark}["'\`]\\)`), `(()=>{${statement}})()`);
const FAIL = `throw new TypeError('There is no weather')`;

let lab: ReleaseLab;
test.beforeAll(async () => {
  lab = await openReleaseLab({ page: PAGE });
  await lab.release(`publish ${await lab.weather()}`);
});
test.afterAll(() => lab.close());

/** Starts a canary for all users. Returns a pilot's page, and the states of `weather` that it reports. */
async function openCanary(browser: Browser, version: string, change?: ScriptChange) {
  await lab.release(`publish ${await lab.deriveWeather(version, change)}`);
  await lab.release(`canary weather ${version} --percent 100`);
  const context = await browser.newContext({ baseURL: lab.url });
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), lab.url);
  const page: Page = await context.newPage();
  const reports = weatherReports(page);
  const states = () =>
    reports.flatMap(({ pages = [] }) =>
      pages.filter(isWeather).map((each) => `${each.version} ${each.state}`),
    );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Weather' }).click({ noWaitAfter: true });
  return { page, states, close: () => context.close() };
}

const isWeather = ({ module }: ReportedPage): boolean => module === 'weather';
/** Ends the page for its telemetry, and keeps it for the observation of its reports. */
const leave = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('pagehide')));
const heading = (page: Page) => page.getByRole('heading', { name: 'Weather' });

test('a good canary is fine', async ({ browser }) => {
  const { page, states, close } = await openCanary(browser, '0.2.0');
  await expect(heading(page)).toBeVisible();
  await expect.poll(states, { timeout: 20_000 }).toEqual(['0.2.0 started', '0.2.0 fine']);
  await close();
});

test('a failure counts for the canary, whichever release runs in the end', async ({ browser }) => {
  const { page, states, close } = await openCanary(browser, '0.3.0', at('render', FAIL));
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await leave(page);
  expect(states()).toEqual(['0.3.0 started']);
  await close();
});

test('[MODULE-14] an effect that throws when its page is left is contained, and counts for the canary', async ({
  browser,
}) => {
  const { page, states, close } = await openCanary(browser, '0.4.0', at('leave', FAIL));
  await expect(heading(page)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible();
  await leave(page);
  expect(states()).toEqual(['0.4.0 started']);
  await close();
});

test('a canary that hangs is not fine', async ({ browser }) => {
  const { states, close } = await openCanary(browser, '0.5.0', at('render', 'for (;;) performance.now()'));
  await expect.poll(states).toEqual(['0.5.0 started']);
  await close();
  expect(states()).toEqual(['0.5.0 started']);
});

test('an event handler that throws counts for the canary, also later', async ({ browser }) => {
  const { page, states, close } = await openCanary(browser, '0.6.0', at('click', FAIL));
  await expect(heading(page)).toBeVisible();
  await expect.poll(states, { timeout: 20_000 }).toContain('0.6.0 fine');
  for (const _click of [1, 2]) await page.getByRole('button', { name: 'Refresh' }).click();
  await leave(page);
  await expect.poll(states).toEqual(['0.6.0 started', '0.6.0 fine', '0.6.0 failed']);
  await close();
});
