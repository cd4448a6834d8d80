import type { Page } from '@playwright/test';
import { readGuide, type GuideStep } from '../support/guide.ts';
import { openOwnRepositoryLab, type OwnRepositoryLab } from '../support/own-repository-lab.ts';
import { newUser, signUp } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

// The tests run the sections of the guide in order.
test.describe.configure({ mode: 'serial', timeout: 400_000 });

const MODULE = 'flight-weather';
/** The first build of the harness, on a busy machine. */
const BUILT = { timeout: 60_000 };

let lab: OwnRepositoryLab;
let guide: Map<string, GuideStep[]>;
let page: Page;

/** Runs all commands of a section. Resolves with their output. */
async function follow(section: string, folder?: string): Promise<string> {
  const steps = guide.get(section);
  if (!steps) throw new Error(`The guide has no section "${section}" with a step`);
  let output = '';
  for (const step of steps) {
    if (!('commands' in step)) throw new Error(`The section "${section}" writes a file`);
    for (const command of step.commands) output += await lab.run(command, folder);
  }
  return output;
}

test.beforeAll(async ({ browser }) => {
  [lab, guide] = await Promise.all([openOwnRepositoryLab(), readGuide('docs/own-repository.md')]);
  const context = await browser.newContext({ baseURL: lab.url });
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), lab.url);
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await lab.close();
});

test('a team creates and tests and builds a module with the packages alone', async () => {
  expect(await follow('Create the module')).toContain('Created Flight Weather.');
  expect(await follow('Develop it', MODULE)).toMatch(/flight-weather 0\.1\.0: \d+ files/);
});

test('the harness shows the module with the API of the running product', async ({ browser }) => {
  await lab.develop(MODULE, async (harness) => {
    const context = await browser.newContext();
    const alone = await context.newPage();
    await alone.goto(harness);
    await expect(alone.getByText('For signed-in users')).toBeVisible(BUILT);
    await alone.getByRole('combobox', { name: 'Signed in as' }).selectOption({ label: 'demo_pilot' });
    await expect(alone.getByText('Hello, Ridgeline Aerial.')).toBeVisible(BUILT);
    await context.close();
  });
});

test('the team publishes and promotes and rolls back, and users see the module', async () => {
  const output = await follow('Release it', MODULE);
  expect(output).toContain('Done: publish flight-weather 0.1.0');
  expect(output).toContain('Done: canary flight-weather 0.2.0 for 50 of 100 users');
  expect(output).toMatch(/flight-weather +stable 0\.1\.0/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Flight Weather' }).click();
  await expect(page.getByText('Hello, Wanda Wind.')).toBeVisible();
});
