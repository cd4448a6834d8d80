import type { Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { pilotWith, weatherReports } from '../support/canary-users.ts';
import { openGuideEnvironment, type GuideEnvironment } from '../support/guide-environment.ts';
import { readGuide, type GuideStep } from '../support/guide.ts';
import { signUp, newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

// The tests run the sections of the guide in order.
test.describe.configure({ mode: 'serial', timeout: 900_000 });

let environment: GuideEnvironment;
let guide: Map<string, GuideStep[]>;
let page: Page;

/** Runs all steps of a section. Resolves with the output of its commands. */
async function follow(section: string): Promise<string> {
  const steps = guide.get(section);
  if (!steps) throw new Error(`The guide has no section "${section}" with a step`);
  guide.delete(section);
  let output = '';
  for (const step of steps) output += await environment.follow(step);
  return output;
}

async function expectWeather(greeting: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Weather', exact: true }).click();
  await expect(page.getByText(`${greeting}, Wanda Wind.`)).toBeVisible();
}

test.beforeAll(async ({ browser }) => {
  [environment, guide] = await Promise.all([openGuideEnvironment(), readGuide('docs/owning-a-module.md')]);
  const context = await browser.newContext({ baseURL: environment.url });
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), environment.url);
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await environment.close();
});

test('a new module appears in the running product', async () => {
  await follow('Create the module');
  await expectWeather('Hello');
});

test('a canary has half of the users, and too few page loads for a judgement of its watch', async () => {
  expect(await follow('Release a canary')).toMatch(
    /weather +stable 0\.1\.0 · canary 0\.2\.0 \(50 of 100 users\)/,
  );
  // The text and the version of the guide must not break the tests that the generator wrote.
  await environment.testModule();
  expect(await follow('Watch the canary')).toContain('Too few pages had weather 0.2.0 to judge it.');
});

test('a promotion reaches the users, and a rollback restores the previous release', async () => {
  await follow('Promote it');
  await expectWeather('Clear skies');
  const output = await follow('Roll it back');
  expect(output).toContain('Verified: ');
  await expectWeather('Hello');
});

test('a team creates its own key, and every section of the guide has run', async () => {
  expect(await follow('Release stores')).toContain('Its public half:');
  expect([...guide.keys()]).toEqual([]);
});

/** Makes the page throw, as a release does that passes its checks and fails in production. */
const throwing = (script: string) =>
  script.replace('Clear skies, ', "${(()=>{throw new Error('No weather')})()}");
/** The number of reports of each user in this journey. */
const VISITS = 25;

/** Waits for the canary of a version. Resolves with its salt. */
async function saltOf(version: string): Promise<string> {
  let salt = '';
  await expect(async () => {
    const status: { registry: { modules: { name: string; canary?: { version: string; salt: string } }[] } } =
      JSON.parse(await environment.release('status --json'));
    const canary = status.registry.modules.find(({ name }) => name === 'weather')?.canary;
    expect(canary?.version).toBe(version);
    salt = canary?.salt ?? '';
  }).toPass();
  return salt;
}

/**
 * Opens and leaves the weather page once, and repeats what it reported.
 *
 * @param states the states of the module `weather` in that page
 */
async function visitOften(on: Page, states: readonly string[]): Promise<void> {
  // A browser stores the user's cohort on the first page with a signed-in user.
  await on.goto('/');
  await expect(on.getByRole('button', { name: 'User menu' })).toBeVisible();
  const reports = weatherReports(on);
  await on.goto('/weather');
  await expect(on.getByText('Hello, Wanda Wind.')).toBeVisible();
  await on.evaluate(() => void dispatchEvent(new Event('pagehide')));
  await expect
    .poll(() => reports.flatMap(({ pages = [] }) => pages.map(({ state }) => state)))
    .toEqual(states);
  for (let visit = 1; visit < VISITS; visit += 1)
    for (const data of reports) {
      const response = await on.request.post(paths.telemetry(), {
        data,
        headers: { origin: environment.url },
      });
      expect(response.status()).toBe(204);
    }
}

test('the watch rolls back a canary that throws in browsers', async ({ browser }) => {
  await environment.publishWeather('0.3.0', throwing);
  const watch = environment.release('canary weather 0.3.0 --percent 50 --watch 10m', 4);
  const canary = { module: 'weather', salt: await saltOf('0.3.0'), percent: 50 };
  const chosen = await pilotWith(browser, environment.url, canary, true);
  const other = await pilotWith(browser, environment.url, canary, false);
  await Promise.all([visitOften(chosen, ['started']), visitOften(other, ['started', 'fine'])]);
  expect(await watch).toContain('weather 0.3.0 is rolled back: ');
  const requests: string[] = [];
  chosen.on('request', (request) => requests.push(request.url()));
  await chosen.goto('/weather');
  await expect(chosen.getByText('Hello, Wanda Wind.')).toBeVisible();
  expect(requests.some((address) => address.includes('/modules/weather/0.1.0/'))).toBe(true);
  expect(requests.some((address) => address.includes('/modules/weather/0.3.0/'))).toBe(false);
  expect(await environment.release('status')).toContain('canary weather 0.3.0 rolled back by its watch');
  for (const each of [chosen, other]) await each.context().close();
});
