import type { Page } from '@playwright/test';
import { becomeGuideReader, type GuideReader } from '../support/guide-reader.ts';
import { readGuide, type GuideStep } from '../support/guide.ts';
import { signUp, somebody } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// What a new team does on its first day, one section after the other.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let reader: GuideReader;
let guide: Map<string, GuideStep[]>;
let page: Page;
let started: number;

/** Does all that a section says. Resolves with what its commands have said. */
async function follow(section: string): Promise<string> {
  const steps = guide.get(section);
  if (!steps) throw new Error(`The guide has no section "${section}" with something to do`);
  guide.delete(section);
  let said = '';
  for (const step of steps) said += await reader.follow(step);
  return said;
}

async function expectWeather(greeting: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Weather' }).click();
  await expect(page.getByText(`${greeting}, Wanda Wind.`)).toBeVisible();
}

test.beforeAll(async ({ browser }) => {
  started = performance.now();
  [reader, guide] = await Promise.all([becomeGuideReader(), readGuide()]);
  const context = await browser.newContext({ baseURL: reader.url });
  await signUp(context.request, somebody('pilot', 'Wanda Wind'), reader.url);
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await reader.close();
});

test('a module that was just made stands in the product that runs', async () => {
  await follow('Make it');
  await expectWeather('Hello');
});

test('a change goes to some users first, and the others see nothing of it', async () => {
  const said = await follow('Change it for a few');
  expect(said).toMatch(/weather +stable 0\.1\.0 · canary 0\.2\.0 \(50 of 100 users\)/);
});

test('a canary that too few have is not judged', async () => {
  expect(await follow('Have it watched')).toContain('Too little was seen of weather 0.2.0 to judge it.');
});

test('everybody gets it, and then nobody', async () => {
  await follow('Give it to everybody');
  await expectWeather('Clear skies');
  const said = await follow('Go back');
  expect(said).toContain('Verified: ');
  await expectWeather('Hello');
});

test('a team has a key of its own, and nothing of the guide was left out', async () => {
  expect(await follow('Where it is released to')).toContain('Its public half:');
  expect([...guide.keys()]).toEqual([]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  test.info().annotations.push({ type: 'from zero to a canary and back', description: `${seconds} s` });
});
