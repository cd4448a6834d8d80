import { entryWith, FAIL, pageWith, PAGE, type BadModule } from './bad-module.ts';

const smoke = (fault: string, message: RegExp, files: Readonly<Record<string, string>>): BadModule => ({
  fault,
  stage: 'publish',
  message: new RegExp(`\\[smoke\\].*${message.source}`, 's'),
  files,
});

const styled = (rules: string) =>
  pageWith(`
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(rules)});
    document.adoptedStyleSheets.push(sheet);`);

const component = (body: string) => ({
  [PAGE]: `
import { useEffect, useState } from 'react';
import { PageHeader } from '@dps/ui/data';

export default function WeatherPage() {
  const [count, setCount] = useState(0);
  useEffect(() => () => void performance.now(), []);
  ${body}
  return <PageHeader title={String(count).slice(0, 0) + 'Weather'} />;
}
`,
});

/** Modules that work for the build and fail or harm others in a browser. The release command opens all their pages. */
export const HARMFUL_PAGES: readonly BadModule[] = [
  smoke('throws on import', /cannot be loaded: TypeError: There is no weather, in assets\//, entryWith(FAIL)),
  smoke(
    'never finishes its import',
    /its import does not end/,
    entryWith('await new Promise(() => undefined);'),
  ),
  smoke(
    'loads its page after a minute',
    /the import of its page \/weather does not end/,
    entryWith(
      '',
      `new Promise((resolve) => setTimeout(resolve, 60_000)).then(() => import('./WeatherPage.tsx'))`,
    ),
  ),
  smoke('throws while it renders', /throws while its page renders: TypeError.*, in assets\//, {
    [PAGE]: `export default function WeatherPage(): never { ${FAIL} }`,
  }),
  smoke(
    'renders without an end',
    /throws while its page renders: Error: Minified React error #301/,
    component('setCount(count + 1);'),
  ),
  smoke('throws in an effect', /throws while its page renders: TypeError.*, in assets\//, pageWith(FAIL)),
  smoke(
    'throws when its page is left',
    /throws while its page renders: TypeError.*, in assets\//,
    pageWith(`return () => { ${FAIL} };`),
  ),
  smoke('rejects a promise', /a script throws: TypeError/, pageWith(`void (async () => { ${FAIL} })();`)),
  smoke(
    'has an endless loop on import',
    /blocks the page/,
    entryWith('for (let now = 0; now < Infinity; now += 1) document.title = String(now);'),
  ),
  smoke(
    'has an endless loop in an effect',
    /blocks the page: one script runs for more than 8 s in \/modules\/weather\//,
    pageWith('for (let now = 0; now < Infinity; now += 1) document.title = String(now);'),
  ),
  smoke(
    'adds a global name',
    /adds names to window.*: weatherCache/,
    pageWith('Object.assign(globalThis, { weatherCache: {} });'),
  ),
  smoke(
    'adds a property to all objects',
    /Object\.prototype/,
    pageWith(`Object.assign(Object.prototype, { weather: 'sunny' });`),
  ),
  smoke(
    'replaces fetch',
    /replaces built-in functions of the browser: fetch/,
    pageWith('globalThis.fetch = globalThis.fetch.bind(globalThis);'),
  ),
  smoke(
    'adds a method to arrays',
    /Array\.prototype\.last/,
    pageWith(`Object.defineProperty(Array.prototype, 'last', { value: () => 1, configurable: true });`),
  ),
  smoke(
    'styles other parts',
    /styles elements outside the module: body, h2/,
    styled('body { letter-spacing: 0.1px } h2 { color: red }'),
  ),
  smoke(
    'leaves a class on the body',
    /leaves changes in the document after its page/,
    pageWith(`document.body.classList.add('weather');`),
  ),
  smoke('clears the storage', /calls localStorage\.clear\(\)/, pageWith('localStorage.clear();')),
  smoke(
    "overwrites the shell's key",
    /overwrites the key/,
    pageWith(`localStorage.setItem('dps.registry', '{}');`),
  ),
  smoke('opens an alert', /calls alert\("Storm!"\)/, pageWith(`alert('Storm!');`)),
  smoke(
    'loads a script of another origin',
    /loads a script of another origin: https:\/\/cdn\.example\/map\.js/,
    pageWith(`
    const element = document.createElement('script');
    element.src = 'https://cdn.example/map.js';
    document.head.append(element);`),
  ),
  smoke('evaluates a text as code', /EvalError/, pageWith(`new Function('return 1')();`)),
  smoke(
    'calls an undeclared origin',
    /https:\/\/forecast\.example\//,
    pageWith(`void fetch('https://forecast.example/').catch(() => undefined);`),
  ),
  smoke(
    'removes the frame',
    /removes, hides or covers the top bar/,
    pageWith(`document.querySelector('header')?.remove();`),
  ),
  smoke(
    'removes the entire product',
    /removes, hides or covers the root element/,
    pageWith('document.body.replaceChildren();'),
  ),
  smoke(
    'covers the frame',
    /removes, hides or covers the top bar, the side panel/,
    pageWith(`
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0; background: white; z-index: 99999';
    document.querySelector('main')?.append(cover);`),
  ),
  smoke(
    'leads the user to another site',
    /leads the browser to https:\/\/weather\.example without a click/,
    pageWith(`location.assign('https://weather.example/');`),
  ),
  smoke(
    'leads the user to another page',
    /leads the browser to \/profile without a click/,
    pageWith(`
    history.pushState(null, '', '/profile');
    dispatchEvent(new PopStateEvent('popstate'));`),
  ),
  smoke('reloads the page', /reloads the page, which discards the input/, pageWith('location.reload();')),
  smoke(
    'deletes the databases of other parts',
    /deletes the database "another-module:data" of another part/,
    pageWith(`
    void indexedDB.databases().then((all) => { for (const { name } of all) if (name) indexedDB.deleteDatabase(name); });
    void caches.keys().then((names) => { for (const name of names) void caches.delete(name); });`),
  ),
];
