import { chromium, expect, test } from '@playwright/test';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/release/browser';
import {
  openTrialEnvironment,
  pageWith,
  moduleOf,
  type TrialEnvironment,
} from '../support/trial-environment.ts';

const withStyles = (rules: string) => `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(rules)});
  document.adoptedStyleSheets.push(sheet);`;

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
  customElements.define('place-name', class extends HTMLElement {});
  addEventListener('keydown', (event) => event.stopImmediatePropagation(), true);
  document.addEventListener('click', () => {}, { signal: AbortSignal.abort() });
  const end = () => {};
  document.addEventListener('input', end);
  document.removeEventListener('input', end);
  clearInterval(setInterval(() => {}, 50));
  const repeat = () => setTimeout(repeat, 50);
  repeat();
  ${withStyles(OTHER_STYLES)}`;

/** The effect of each harmful page. The shell shows no page after `bar`, so later pages are opened by their addresses alone. */
const HARMFUL = {
  storage: `
    localStorage.setItem('another-module:data', 'taken');
    localStorage.removeItem('dps.registry');
    delete sessionStorage['another-module:data'];
    localStorage.setItem('weather-place', 'Tromsø');
    localStorage.removeItem('weather-place');
    localStorage.clear();`,
  scripts: `
    const element = document.createElement('script');
    try { element.src = 'https://cdn.example/map.js'; } catch { /* The page continues. */ }
    const link = { rel: 'modulepreload', href: 'https://cdn.example/layers.js' };
    document.head.append(Object.assign(document.createElement('link'), link));`,
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
  style: `document.querySelector('main h1')?.setAttribute('style', 'color: red');`,
  rejects: `
    void fetch('https://forecast.example/').catch(() => undefined);
    void Promise.reject(new TypeError('There is no weather'));`,
  bar: `document.querySelector('header')?.remove();`,
  cover: `
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0 0 auto; height: 6rem; z-index: 99999';
    document.querySelector('main h1')?.parentElement?.append(cover);`,
  root: `document.body.replaceChildren();`,
};
const BROKEN = {
  throws: `async () => ({ default: () => { throw new TypeError('There is no weather'); } })`,
  missing: `async () => { throw new TypeError((await fetch('/modules/weather/0.4.0/assets/missing.js')).status); }`,
  // Each title is a message to the browser, and a flood of messages would delay the pause of the script.
  loop: pageWith('for (let now = 0; now < Infinity; now += 1) document.title = String(now);'),
};

let environment: TrialEnvironment;
test.beforeAll(async () => {
  // Occupies the metrics port, as a running product does.
  process.env['METRICS_PORT'] = new URL(process.env['DPS_URL'] ?? '').port;
  try {
    environment = await openTrialEnvironment();
  } finally {
    delete process.env['METRICS_PORT'];
  }
});
test.afterAll(() => environment.close());

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

test('accepts a shell that shows every page of every module, and a module without side effects', async () => {
  expect(await environment.tryOut(await environment.shell())).toEqual([]);
  const good = { good: pageWith(withStyles(OWN_STYLES)) };
  expect(await environment.tryOut(moduleOf('0.1.0', good, { roles: ['pilot'] }))).toEqual([]);
});

test('rejects and names the side effects of a module', async () => {
  const card = pageWith(`alert('Card'); sessionStorage.clear();`);
  const widgets = { 'weather.card': card };
  const problems = await environment.tryOut(
    moduleOf('0.3.0', { leaks: pageWith(SIDE_EFFECTS) }, { widgets }),
  );
  expect(problems).toEqual(
    [
      '/weather/leaks defines the element place-name, which can collide with other modules. Start its name with "weather-"',
      'widget weather.card calls sessionStorage.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem',
      'widget weather.card calls alert("Card"), which stops the entire page until the user closes it. Show a dialog or a toast of @dps/ui instead',
      '/weather/leaks adds names to window, which can collide with other modules: weatherCache',
      '/weather/leaks replaces built-in functions of the browser: fetch, Array.prototype.last, String.prototype.wind. Import a function instead',
      '/weather/leaks styles elements outside the module: body, h2, .weather-mark, [aria-label="Main"], :root:has(.weather-mark). Give its own elements a class',
      '/weather/leaks leaves listeners after its page, which act on other modules: window keydown. Remove them on unmount',
      '/weather/leaks leaves timers that repeat after its page. Clear them on unmount',
      '/weather/leaks leaves changes in the document after its page: body class="weather-mark". Undo them on unmount',
    ].map((problem) => `${problem} (as pilot, client)`),
  );
});

test('does not blame a module for the problems of another one', async () => {
  const effect = `addEventListener('popstate', () => { throw new Error('There is no tide'); });`;
  const tides = moduleOf('0.1.0', { now: pageWith(effect) }, { name: 'tides' });
  expect(
    await environment.tryOut(moduleOf('0.2.0', { good: pageWith('') }, { roles: ['pilot'] }), tides),
  ).toEqual([]);
});

test('rejects and names what harms the shell and other modules, broken pages, and an endless loop', async () => {
  const effects = Object.entries(HARMFUL).map(([name, effect]) => [name, pageWith(effect)]);
  const pages = { ...Object.fromEntries(effects), ...BROKEN };
  const problems = await environment.tryOut(moduleOf('0.4.0', pages, { roles: ['pilot'] }));
  const hidden = (parts: string) =>
    `removes, hides or covers ${parts} of the shell. Change only elements that the module renders itself`;
  const removed = (storage: string, key: string) =>
    `removes the key "${key}" of another part from ${storage}. Remove only keys that the module wrote`;
  const script = (file: string) =>
    `loads a script of another origin: https://cdn.example/${file}. Bundle its code into the module`;
  const deleted = (what: string) => `deletes the ${what} of another part. Delete only what the module opened`;
  const led = (place: string) => `leads the browser to ${place} without a click. Show a link instead`;
  const expected = {
    storage: [
      'overwrites the key "another-module:data" of another part in localStorage. Start own keys with the name of the module',
      removed('localStorage', 'dps.registry'),
      'calls localStorage.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem',
      removed('sessionStorage', 'another-module:data'),
    ],
    scripts: [script('map.js'), script('layers.js')],
    data: [deleted('database "dps-field"'), deleted('cache "another-module:data"')],
    address: [
      led('https://weather.example'),
      led('/profile'),
      'reloads the page, which discards the input of the user. Read the data again instead',
    ],
    style: [
      'has inline styles, which the security policy blocks. Use the property "sx" of @dps/ui, or a CSSStyleSheet in document.adoptedStyleSheets',
    ],
    rejects: [
      /^the browser blocks content: Connecting to .*https:\/\/forecast\.example\//,
      /^the browser blocks content: Fetch API cannot load https:\/\/forecast\.example\//,
      'a script throws: TypeError: There is no weather',
    ],
    bar: [hidden('the top bar')],
    cover: [hidden('the top bar')],
    root: [hidden('the root element, the top bar, the side panel, the main area')],
    throws: [/^weather 0\.4\.0 throws while its page renders: TypeError.*, in assets\/entry\.js:/],
    missing: [
      '/modules/weather/0.4.0/assets/missing.js returns status 404',
      /^weather 0\.4\.0 cannot be loaded: TypeError: 404, in assets\/entry\.js:/,
    ],
    loop: [
      /^blocks the page: one script takes more than 5 s of processor time in \/modules\/weather\/0\.4\.0\/assets\/entry\.js:\d+:\d+/,
    ],
  };
  for (const [name, sentences] of Object.entries(expected)) {
    const own = problems.filter((each) => each.startsWith(`/weather/${name} `));
    const found = own.map((each) => each.replace(`/weather/${name} `, '').replace(' (as pilot)', ''));
    expect
      .soft(found)
      .toEqual(sentences.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))));
  }
  expect(
    problems.filter((each) => !Object.keys(expected).some((name) => each.startsWith(`/weather/${name} `))),
  ).toEqual([]);
});
