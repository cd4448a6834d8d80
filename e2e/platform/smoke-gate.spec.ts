import { chromium, expect, test } from '@playwright/test';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/release/browser';
import type { Candidate } from '@dps/release/candidate';
import { openTrialLab, type TrialLab } from '../support/trial-lab.ts';

// The tests share one product and run in order.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

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

const CARD = { name: 'weather.card', source: 'src/Card.tsx' };
const THROWS = `
export default function WeatherPage(): never {
  throw new TypeError('There is no weather');
}
`;
const OWN_STYLES = `
  .weather-mark { color: green } .weather-mark::before, .weather-mark:hover { opacity: 1 }
  @keyframes weather-turn { to { rotate: 1turn } }`;
const OTHER_STYLES = `
  body { letter-spacing: 0.1px }
  h2, .weather-mark { color: red }
  [aria-label='Main'] { opacity: 0.9 }
  :root:has(.weather-mark) { font-size: 101% }`;
const SIDE_EFFECTS = `
  Object.assign(globalThis, { weatherCache: {} });
  Object.defineProperty(Array.prototype, 'last', { value: () => 1, configurable: true });
  Object.defineProperty(String.prototype, 'wind', { value: 'west', configurable: true });
  globalThis.fetch = globalThis.fetch.bind(globalThis);
  document.body.classList.add('weather-mark');
  ${effectWithStyles(OTHER_STYLES)}`;
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
  loop: `const end = Infinity; let sum = 0; for (let now = 0; now < end; now += 1) sum += now; document.title = String(sum);`,
};

/** Pages that change data, the address or the frame of other parts. */
const INTRUSIVE: Readonly<Record<string, string>> = {
  data: `
    indexedDB.deleteDatabase('dps-field');
    void caches.delete('another-module:data');
    void indexedDB.open('weather-maps');
    indexedDB.deleteDatabase('weather-maps');`,
  address: `
    location.assign('https://weather.example/');
    history.pushState(null, '', '/profile');
    location.reload();
    history.replaceState(null, '', '/weather/address?day=2');`,
  cover: `
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0 0 auto; height: 6rem; z-index: 99999';
    document.querySelector('main h1')?.parentElement?.append(cover);`,
};

/** The source of each page, by the last part of its path. */
const PAGES: Readonly<Record<string, string>> = {
  good: pageWithEffect(effectWithStyles(OWN_STYLES)),
  throws: THROWS,
  missing: pageWithEffect(''),
  leaks: pageWithEffect(SIDE_EFFECTS),
  ...Object.fromEntries(
    Object.entries({ ...HARMFUL, ...INTRUSIVE }).map(([name, effect]) => [name, pageWithEffect(effect)]),
  ),
};
const pageNames = Object.keys(PAGES);
const forPilots = (name: string) => name === 'missing' || name in HARMFUL || name in INTRUSIVE;

/** The sources of one module with all pages. Each candidate has some of them. */
const SOURCES: Readonly<Record<string, string>> = {
  'module.json': JSON.stringify({
    name: 'weather',
    title: 'Weather',
    contract: '^1.0.0',
    routes: pageNames.map((name) => ({
      path: `/weather/${name}`,
      title: name,
      access: 'user',
      ...(forPilots(name) && { roles: ['pilot'] }),
      page: `src/${name}.tsx`,
    })),
    navigation: [],
    widgets: [CARD],
  }),
  'src/module.ts': `
import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    ${pageNames.map((name) => `{ path: '/weather/${name}', lazy: () => import('./${name}.tsx') },`).join('\n    ')}
  ],
  widgets: { '${CARD.name}': () => import('./Card.tsx') },
});
declare module '@dps/contract/client' {
  interface WidgetProps {
    '${CARD.name}': object;
  }
}
`,
  'src/Card.tsx': pageWithEffect(`alert('Card'); sessionStorage.clear();`),
  ...Object.fromEntries(Object.entries(PAGES).map(([name, source]) => [`src/${name}.tsx`, source])),
};

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
    lab = await openTrialLab(SOURCES);
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
  expect(await lab.tryOut(await lab.weather('0.1.0', ['/weather/good']))).toEqual([]);
});

test('accepts a shell that shows every page of every module', async () => {
  expect(await lab.tryOut(await lab.shell())).toEqual([]);
});

test('rejects pages that throw and pages with missing files', async () => {
  const candidate = await lab.weather('0.2.0', ['/weather/throws', '/weather/missing']);
  const broken = withoutPage(candidate, '/weather/missing');
  const problems = await lab.tryOut(broken);
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^\/weather\/throws weather 0\.2\.0 throws while its page renders: TypeError.*\(as pilot, client\)$/,
    ),
  );
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^\/weather\/missing weather 0\.2\.0 cannot be loaded: ChunkLoadError: .*\(as pilot\)$/,
    ),
  );
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^\/weather\/missing \/modules\/weather\/0\.2\.0\/assets\/.* returns status 404 \(as pilot\)$/,
    ),
  );
});

test('rejects and names the side effects of a module', async () => {
  const problems = await lab.tryOut(await lab.weather('0.3.0', ['/weather/leaks'], [CARD.name]));
  expect(problems).toEqual([
    `widget weather.card calls sessionStorage.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem ${BOTH}`,
    `widget weather.card calls alert("Card"), which stops the entire page until the user answers. Show a dialog or a toast of @dps/ui instead ${BOTH}`,
    `/weather/leaks adds names to window, which can collide with other modules: weatherCache ${BOTH}`,
    `/weather/leaks replaces built-in functions of the browser: fetch, Array.prototype.last, String.prototype.wind. Import a function instead ${BOTH}`,
    `/weather/leaks styles elements outside the module: body, h2, .weather-mark, [aria-label="Main"], :root:has(.weather-mark). Give its own elements a class ${BOTH}`,
    `/weather/leaks leaves changes in the document after its page: body class="weather-mark". Undo them on unmount ${BOTH}`,
  ]);
});

const hidden = (parts: string) =>
  `removes, hides or covers ${parts} of the shell. Change only elements that the module renders itself`;

test('rejects and names what changes the data, the address or the frame of other parts', async () => {
  const problems = await lab.tryOut(
    await lab.weather(
      '0.5.0',
      Object.keys(INTRUSIVE).map((name) => `/weather/${name}`),
    ),
  );
  const deleted = (what: string) =>
    `data deletes the ${what} of another part. Delete only what the module opened`;
  const led = (place: string) => `address leads the browser to ${place} without a click. Show a link instead`;
  expect(problems).toEqual(
    [
      deleted('database "dps-field"'),
      deleted('cache "another-module:data"'),
      led('https://weather.example'),
      led('/profile'),
      'address reloads the page, which discards the input of the user. Read the data again instead',
      `cover ${hidden('the top bar')}`,
    ].map((problem) => `/weather/${problem} (as pilot)`),
  );
});

test('rejects and names what harms the shell and other modules, also an endless loop', async () => {
  const paths = Object.keys(HARMFUL).map((name) => `/weather/${name}`);
  const candidate = await lab.weather('0.4.0', paths);
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
  expect(told.slice(0, -1)).toEqual(
    [
      [
        'storage',
        'overwrites the key "another-module:data" of another part in localStorage. Start own keys with the name of the module',
      ],
      ['storage', removed('dps.registry', 'localStorage')],
      ['storage', removed('dps.sessionUser', 'localStorage')],
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
  // A gate that waits for the loop takes five minutes; this one takes 23 to 35 s, by machine.
  expect(seconds).toBeLessThan(60);
});
