import { chromium, expect, test } from '@playwright/test';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/release/browser';
import type { Candidate } from '@dps/release/candidate';
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
import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    { path: '/weather', lazy: () => import('./WeatherPage.tsx') },
    { path: '/weather/wind', lazy: () => import('./WindPage.tsx') },
  ],
});
`;
const CARD = { name: 'weather.card', source: 'src/Card.tsx' };
const CARD_ENTRY = `
  widgets: { 'weather.card': () => import('./Card.tsx') },
});
declare module '@dps/contract/client' {
  interface WidgetProps {
    'weather.card': object;
  }
}
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
  const { routes, ...manifest } = JSON.parse(MANIFEST);
  const files = {
    [PAGE]: page,
    'module.json': JSON.stringify({ ...manifest, routes: routes.slice(0, 1), widgets: [CARD] }),
    'src/module.ts': ENTRY.replace(/\n.*WindPage.*/, '').replace(/\}\);\n$/, CARD_ENTRY),
    'src/Card.tsx': pageWithEffect(`alert('Card'); sessionStorage.clear();`),
  };
  const problems = await lab.tryOut(await lab.buildWeather('0.3.0', files));
  expect(problems).toEqual([
    `widget weather.card calls sessionStorage.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem ${BOTH}`,
    `widget weather.card calls alert("Card"), which stops the entire page until the user answers. Show a dialog or a toast of @dps/ui instead ${BOTH}`,
    `/weather adds names to window, which can collide with other modules: weatherCache ${BOTH}`,
    `/weather replaces built-in functions of the browser: fetch, Array.prototype.last. Import a function instead ${BOTH}`,
    `/weather styles elements outside the module: body, h2, .weather-mark, [aria-label="Main"], :root:has(.weather-mark). Give its own elements a class ${BOTH}`,
    `/weather leaves changes in the document after its page: body class="weather-mark". Undo them on unmount ${BOTH}`,
  ]);
});

/** Pages with one harmful effect each, in an order in which each page can be visited. */
const HARMFUL: Readonly<Record<string, string>> = {
  storage: `
    localStorage.setItem('weather-place', 'Tromsø');
    localStorage.removeItem('weather-place');
    localStorage.setItem('another-module:data', 'taken');
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
    delete sessionStorage['another-module:data'];
    localStorage.clear();`,
  dialogs: `alert('Storm!'); confirm('Continue?'); prompt('Your name?');`,
  scripts: `
    const element = document.createElement('script');
    try { element.src = 'https://cdn.example/map.js'; } catch { /* The page continues. */ }
    const link = { rel: 'modulepreload', href: 'https://cdn.example/layers.js' };
    document.head.append(Object.assign(document.createElement('link'), link));`,
  bar: `document.querySelector('header')?.remove();`,
  root: `document.body.replaceChildren();`,
  loop: `const end = Infinity; for (let now = 0; now < end; now += 1) document.title = String(now);`,
};
const harmfulNames = Object.keys(HARMFUL);

test('rejects and names what harms the shell and other modules, an endless loop within 30 seconds', async () => {
  const files: Record<string, string> = {
    'module.json': JSON.stringify({
      ...JSON.parse(MANIFEST),
      routes: harmfulNames.map((name) => ({
        path: `/weather/${name}`,
        title: name,
        access: 'user',
        roles: ['pilot'],
        page: `src/${name}.tsx`,
      })),
    }),
    'src/module.ts': ENTRY.replace(
      /routes: .*,\n\}/s,
      `routes: [${harmfulNames
        .map((name) => `{ path: '/weather/${name}', lazy: () => import('./${name}.tsx') }`)
        .join(', ')}],\n}`,
    ),
  };
  for (const [name, effect] of Object.entries(HARMFUL)) files[`src/${name}.tsx`] = pageWithEffect(effect);
  const candidate = await lab.buildWeather('0.4.0', files);
  const begun = performance.now();
  const problems = await lab.tryOut(candidate);
  const seconds = (performance.now() - begun) / 1_000;
  const told = problems.map((problem) => problem.replace(' (as pilot)', ''));
  const removed = (key: string, storage: string) =>
    `removes the key "${key}" of another part from ${storage}. Remove only keys that the module wrote`;
  const dialog = (call: string) =>
    `calls ${call}, which stops the entire page until the user answers. Show a dialog or a toast of @dps/ui instead`;
  const script = (file: string) =>
    `loads a script of another origin: https://cdn.example/${file}. Bundle its code into the module`;
  const hidden = (parts: string) =>
    `removes or hides ${parts} of the shell. Change only elements that the module renders itself`;
  expect(told.slice(0, -1)).toEqual(
    [
      [
        'storage',
        'overwrites the key "another-module:data" of another part in localStorage. Start own keys with the name of the module',
      ],
      ['storage', removed('dps.registry', 'localStorage')],
      ['storage', removed('another-module:data', 'localStorage')],
      [
        'storage',
        'calls localStorage.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem',
      ],
      ['storage', removed('another-module:data', 'sessionStorage')],
      ['dialogs', dialog('alert("Storm!")')],
      ['dialogs', dialog('confirm("Continue?")')],
      ['dialogs', dialog('prompt("Your name?")')],
      ['scripts', script('map.js')],
      ['scripts', script('layers.js')],
      ['bar', hidden('the top bar')],
      ['root', hidden('the root element, the top bar, the side panel, the main area')],
    ].map(([name, problem]) => `/weather/${name} ${problem}`),
  );
  expect(told.at(-1)).toMatch(
    /^\/weather\/loop blocks the page: one script runs for more than 8 s in \/modules\/weather\/0\.4\.0\/assets\/\S+\.js:\d+:\d+/,
  );
  expect(seconds).toBeLessThan(30);
});
