import { readGuide, type GuideStep } from '../support/guide.ts';
import {
  openOwnRepositoryEnvironment,
  type OwnRepositoryEnvironment,
} from '../support/own-repository-environment.ts';
import { expect, test } from '../support/release-environment.ts';

// The tests run the sections of the guide in order.
test.describe.configure({ mode: 'serial', timeout: 900_000 });

const MODULE = 'flight-weather';
/** The first build of a dev server has no limit of its own, because its time depends on the machine. */
const BUILT = { timeout: 0 };

let team: OwnRepositoryEnvironment;
let guide: Map<string, GuideStep[]>;

/** Runs all commands of a section. Resolves with their output. */
async function follow(section: string, folder?: string): Promise<string> {
  const steps = guide.get(section);
  if (!steps) throw new Error(`The guide has no section "${section}" with a step`);
  let output = '';
  for (const step of steps) {
    if (!('commands' in step)) throw new Error(`The section "${section}" writes a file`);
    for (const command of step.commands) output += await team.run(command, folder);
  }
  return output;
}

test.beforeAll(async ({ environment }) => {
  [team, guide] = await Promise.all([
    openOwnRepositoryEnvironment(environment),
    readGuide('docs/own-repository.md'),
  ]);
});
test.afterAll(() => team.close());

test('a team creates, tests, builds and develops a module with the packages alone', async ({ pageOf }) => {
  expect(await follow('Create the module')).toContain('Created Flight Weather.');
  expect(await follow('Develop it', MODULE)).toMatch(/flight-weather 0\.1\.0: \d+ files/);
  await team.develop(MODULE, async (address) => {
    const page = await pageOf('pilot');
    await page.goto(address);
    await page.getByRole('button', { name: 'Run it here' }).click();
    await expect(page.getByText('Hello, Ridgeline Aerial.')).toBeVisible(BUILT);
    await page.context().close();
  });
});

test('the team publishes and promotes and rolls back, and users see the module', async ({ pageOf }) => {
  const output = await follow('Release it', MODULE);
  expect(output).toContain('Done: publish flight-weather 0.1.0');
  expect(output).toContain('Done: canary flight-weather 0.2.0 for 50 of 100 users');
  expect(output).toMatch(/flight-weather +stable 0\.1\.0/);
  const page = await pageOf('pilot');
  await page.goto('/');
  await page.getByRole('link', { name: 'Flight Weather' }).click();
  await expect(page.getByText('Hello, Ridgeline Aerial.')).toBeVisible();
});
