import { rm } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { Role } from '@dps/contract';
import { postJob } from '../support/jobs.ts';
import { demoAccount, signIn } from '../support/users.ts';
import { hostileRelease, type Ending, type Target } from '../support/hostile-release.ts';
import { openReleaseLab, type ReleaseLab } from '../support/release-lab.ts';
import { expect, test } from '../support/test.ts';
import { clientFlow, pilotFlow } from '../support/user-flows.ts';

// The tests share one product and run in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const ENDINGS: readonly [version: string, Ending][] = [
  ['0.2.0', 'on import'],
  ['0.3.0', 'on render'],
];
let lab: ReleaseLab;
let target: Target;

test.beforeAll(async () => {
  lab = await openReleaseLab({ demoData: true });
  await lab.release(`publish ${await lab.weather()}`);
  const { modules } = await lab.registry();
  const version = modules.find(({ name }) => name === 'jobs')?.stable ?? '';
  const endpoints = ['available', 'detail', 'flightRecords', 'MyJobs'];
  target = { module: 'jobs', version, endpoints, widget: 'flight-data.record-list' };
});
test.afterAll(() => lab.close());

async function open(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL: lab.url });
  await signIn(context.request, demoAccount(role), lab.url);
  return context.newPage();
}

async function expectLastGoodWeather(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Weather' })).toBeVisible();
  await expect(page.getByText(/^Hello, /)).toBeVisible();
}

/** Loads the modules by links in one document. */
async function loadModules(page: Page): Promise<void> {
  await page.goto('/profile');
  for (const [link, heading] of [
    ['Dashboard', 'Pilot Dashboard'],
    ['Browse Jobs', 'Browse Available Jobs'],
    ['Flight Data', 'Flight Data'],
    ['Payments', 'Payments'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
}

/** Returns the parts of the hostile release that other modules used. */
const hostileEffects = (page: Page): Promise<unknown> =>
  page.evaluate((): unknown => Reflect.get(globalThis, 'hostileEffects') ?? []);

async function expectUnharmed(page: Page, flow: () => Promise<void>): Promise<void> {
  await expectLastGoodWeather(page);
  await flow();
  expect(await hostileEffects(page)).toEqual([]);
}

for (const [version, ending] of ENDINGS) {
  test(`a release that replaces shared parts and throws ${ending} does not affect other modules`, async ({
    browser,
  }) => {
    const folder = await hostileRelease(version, target, ending);
    await lab.release(`publish ${folder}`);
    await rm(folder, { recursive: true });
    await lab.release(`promote weather ${version}`);
    const client = await open(browser, 'client');
    const pilot = await open(browser, 'pilot');
    const title = `Levee scan ${version}`;
    await postJob(client.request, title, lab.url);

    // Here the hostile module loads first. Below, it loads after the other modules.
    for (const [page, flow] of [
      [client, () => clientFlow(client)],
      [pilot, () => pilotFlow(pilot, title)],
    ] as const) {
      await page.goto('/weather');
      await expectUnharmed(page, flow);
    }
    await loadModules(pilot);
    await pilot.getByRole('link', { name: 'Weather' }).click();
    await expectUnharmed(pilot, async () => {
      await pilot.getByRole('link', { name: 'Browse Jobs' }).click();
      await expect(pilot.getByRole('article').first()).toContainText('$');
    });
    for (const page of [client, pilot]) await page.context().close();
    await lab.release('rollback weather');
  });
}
