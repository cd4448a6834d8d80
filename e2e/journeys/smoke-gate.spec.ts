import { chromium, expect, test } from '@playwright/test';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/smoke/browser';
import type { Candidate } from '@dps/smoke/candidate';
import { openTrialLab, type TrialLab } from '../support/trial-lab.ts';

// The tests share one product and run in order.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const PAGE = 'src/WeatherPage.tsx';
const BOTH = '(as pilot, client)';

/** Returns the module's page with a side effect. */
const pageWithEffect = (effect: string) => `
import { useEffect } from 'react';
import { Box } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';

export default function WeatherPage() {
  useEffect(() => { ${effect} }, []);
  return <Box sx={{ '&:hover h1': { color: 'primary.main' } }}><PageHeader title="Weather" /></Box>;
}
`;
const effectWithStyles = (rules: string) => `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(rules)});
  document.adoptedStyleSheets.push(sheet);`;

/** A manifest with two pages. */
const MANIFEST = JSON.stringify({
  name: 'weather',
  title: 'Weather',
  contract: '^1.0.0',
  routes: [
    { path: '/weather', title: 'Weather', access: 'user', page: 'src/WeatherPage.tsx' },
    { path: '/weather/wind', title: 'Wind', access: 'user', roles: ['pilot'], page: 'src/WindPage.tsx' },
  ],
  navigation: [],
  widgets: [],
});
const ENTRY = `
import { defineModule } from '@dps/shared-contracts/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    { path: '/weather', lazy: () => import('./WeatherPage.tsx') },
    { path: '/weather/wind', lazy: () => import('./WindPage.tsx') },
  ],
});
`;
const THROWS = `
export default function WeatherPage(): never {
  throw new TypeError('There is no weather');
}
`;

/** Removes the file of a page from a candidate. */
function withoutPage(candidate: Candidate, path: string): Candidate {
  if (candidate.kind === 'shell') return candidate;
  const missing = candidate.release.routes.find((route) => route.path === path)?.chunks.at(-1);
  return { ...candidate, read: async (file) => (file === missing ? null : candidate.read(file)) };
}

let lab: TrialLab;
test.beforeAll(async () => {
  // Occupies the metrics port, as a running product does.
  process.env['METRICS_PORT'] = new URL(process.env['DPS_URL'] ?? '').port;
  try {
    lab = await openTrialLab();
  } finally {
    delete process.env['METRICS_PORT'];
  }
});
test.afterAll(() => lab.close());

test('the browser disables every feature that Playwright disables', async () => {
  const executablePath = installedBrowser() ?? chromium.executablePath();
  const browser = await chromium.launchServer({ executablePath, args: CHROMIUM_FLAGS });
  const { spawnargs } = browser.process();
  await browser.close();
  const lists = spawnargs.flatMap((each) => /^--disable-features=(.+)$/.exec(each)?.[1] ?? []);
  const [playwright, own] = lists.map((each) => each.split(','));
  expect(lists).toHaveLength(2);
  expect(own).toEqual(expect.arrayContaining(playwright ?? []));
});

test('accepts a module without side effects', async () => {
  const own = `.weather-mark { color: green } .weather-mark::before, .weather-mark:hover { opacity: 1 }`;
  const keyframes = '@keyframes weather-turn { to { rotate: 1turn } }';
  const good = await lab.buildWeather('0.1.0', {
    [PAGE]: pageWithEffect(effectWithStyles(`${own} ${keyframes}`)),
  });
  expect(await lab.tryOut(good)).toEqual([]);
});

test('accepts a shell that shows every page of every module', async () => {
  expect(await lab.tryOut(await lab.shell())).toEqual([]);
});

test('rejects pages that throw and pages with missing files', async () => {
  const files = {
    [PAGE]: THROWS,
    'src/WindPage.tsx': pageWithEffect(''),
    'src/module.ts': ENTRY,
    'module.json': MANIFEST,
  };
  const broken = withoutPage(await lab.buildWeather('0.2.0', files), '/weather/wind');
  const problems = await lab.tryOut(broken);
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^\/weather weather 0\.2\.0 throws while its page renders: TypeError.*\(as pilot, client\)$/,
    ),
  );
  expect(problems).toContain('/weather/wind weather 0.2.0 cannot be loaded (as pilot)');
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^\/weather\/wind \/modules\/weather\/0\.2\.0\/assets\/.* returns status 404 \(as pilot\)$/,
    ),
  );
});

test('rejects and names the side effects of a module', async () => {
  const rules = `
    body { letter-spacing: 0.1px }
    h2, .weather-mark { color: red }
    [aria-label='Main'] { opacity: 0.9 }
    :root:has(.weather-mark) { font-size: 101% }`;
  const page = pageWithEffect(`
    Object.assign(globalThis, { weatherCache: {} });
    Object.defineProperty(Array.prototype, 'last', { value: () => 1, configurable: true });
    globalThis.fetch = globalThis.fetch.bind(globalThis);
    document.body.classList.add('weather-mark');
    ${effectWithStyles(rules)}`);
  const problems = await lab.tryOut(await lab.buildWeather('0.3.0', { [PAGE]: page }));
  expect(problems).toEqual([
    `/weather adds names to window, which can collide with other modules: weatherCache ${BOTH}`,
    `/weather replaces built-in functions of the browser: fetch, Array.prototype.last. Import a function instead ${BOTH}`,
    `/weather styles elements outside the module: body, h2, .weather-mark, [aria-label="Main"], :root:has(.weather-mark). Give its own elements a class ${BOTH}`,
    `/weather leaves changes in the document after its page: body class="weather-mark". Undo them on unmount ${BOTH}`,
  ]);
});
