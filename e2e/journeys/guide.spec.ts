import type { Page } from '@playwright/test';
import { paths } from '@dps/shared-contracts';
import { nextReport, pilotWith } from '../support/canary-users.ts';
import { becomeGuideReader, type GuideReader } from '../support/guide-reader.ts';
import { readGuide, type GuideStep } from '../support/guide.ts';
import { signUp, newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

// What a new team does on its first day, one section after the other.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

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
  await signUp(context.request, newUser('pilot', 'Wanda Wind'), reader.url);
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await reader.close();
});

test('a module that was just made stands in the product that runs', async () => {
  await follow('Create the module');
  await expectWeather('Hello');
});

test('a change goes to some users first, and the others see nothing of it', async () => {
  const said = await follow('Release a canary');
  expect(said).toMatch(/weather +stable 0\.1\.0 · canary 0\.2\.0 \(50 of 100 users\)/);
});

test('a canary that too few have is not judged', async () => {
  expect(await follow('Watch the canary')).toContain('Too few pages had weather 0.2.0 to judge it.');
});

test('everybody gets it, and then nobody', async () => {
  await follow('Promote it');
  await expectWeather('Clear skies');
  const said = await follow('Roll it back');
  expect(said).toContain('Verified: ');
  await expectWeather('Hello');
});

test('a team has a key of its own, and nothing of the guide was left out', async () => {
  expect(await follow('Release stores')).toContain('Its public half:');
  expect([...guide.keys()]).toEqual([]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  test.info().annotations.push({ type: 'from zero to a canary and back', description: `${seconds} s` });
});

/** Throws for some people, as a release does that passed whatever was tried before. */
const THROWING_PAGE = `import { useCurrentUser } from '@dps/shared-contracts/client';

export default function WeatherPage() {
  const { name } = useCurrentUser();
  if (name === 'Wanda Wind') throw new Error('No weather');
  return <p>{name}</p>;
}
`;
/** So many pages report alike in this journey. */
const VISITS = 25;

/** What tells this canary from others, as soon as there is one. */
async function saltOf(version: string): Promise<string> {
  let salt = '';
  await expect(async () => {
    const status: { registry: { modules: { name: string; canary?: { version: string; salt: string } }[] } } =
      JSON.parse(await reader.release('status --json'));
    const canary = status.registry.modules.find(({ name }) => name === 'weather')?.canary;
    expect(canary?.version).toBe(version);
    salt = canary?.salt ?? '';
  }).toPass();
  return salt;
}

/** Opens the weather page once and repeats its telemetry report. */
async function visitOften(theirs: Page): Promise<void> {
  // The first page of a browser knows no user yet.
  await theirs.goto('/');
  const told = nextReport(theirs, 'weather');
  await theirs.goto('/weather');
  await expect(theirs.getByText('Hello, Wanda Wind.')).toBeVisible();
  const report = { data: await told, headers: { origin: reader.url } };
  for (let visit = 1; visit < VISITS; visit += 1)
    expect((await theirs.request.post(paths.telemetry(), report)).status()).toBe(204);
}

test('a canary that throws in browsers is taken back by itself', async ({ browser }) => {
  await reader.follow({ file: 'mfe-weather/src/WeatherPage.tsx', content: THROWING_PAGE });
  const build = ['npm pkg set version=0.3.0 -w @dps/mfe-weather', 'npm run build -w @dps/mfe-weather'];
  await reader.follow({ commands: build.map((line) => ({ line, code: 0 })) });
  await reader.release('publish mfe-weather');
  const watched = reader.release('canary weather 0.3.0 --percent 50 --watch 10m', 4);
  const canary = { module: 'weather', salt: await saltOf('0.3.0'), percent: 50 };
  const began = performance.now();
  const chosen = await pilotWith(browser, reader.url, canary, true);
  const other = await pilotWith(browser, reader.url, canary, false);
  await Promise.all([chosen, other].map(visitOften));
  expect(await watched).toContain('weather 0.3.0 is rolled back: ');
  const description = `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  test.info().annotations.push({ type: 'taken back after', description });
  const asked: string[] = [];
  chosen.on('request', (request) => asked.push(request.url()));
  await chosen.goto('/weather');
  await expect(chosen.getByText('Hello, Wanda Wind.')).toBeVisible();
  expect(asked.some((address) => address.includes('/modules/weather/0.1.0/'))).toBe(true);
  expect(asked.some((address) => address.includes('/modules/weather/0.3.0/'))).toBe(false);
  expect(await reader.release('status')).toContain('canary weather 0.3.0 rolled back by its watch');
  for (const each of [chosen, other]) await each.context().close();
});
