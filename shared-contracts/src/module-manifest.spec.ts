import { isModuleOrigin, moduleManifest, releaseDescription } from './module-manifest.ts';

const manifest = {
  name: 'weather',
  title: 'Weather',
  contract: '^1.0.0',
  routes: [{ path: '/weather', title: 'Weather', access: 'user', page: './src/WeatherPage.tsx' }],
  navigation: [{ path: '/weather', label: 'Weather', order: 60, icon: 'M0 0h24v24H0z' }],
  widgets: [{ name: 'weather.now', source: './src/Now.tsx' }],
};

describe('moduleManifest', () => {
  it('accepts a valid manifest', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
  });

  it.each([
    ['the manifest', { ...manifest, nmae: 'x' }, 'nmae'],
    ['a route', { ...manifest, routes: [{ ...manifest.routes[0], role: ['pilot'] }] }, 'role'],
    ['a navigation item', { ...manifest, navigation: [{ ...manifest.navigation[0], rank: 1 }] }, 'rank'],
    ['the budget', { ...manifest, budget: { frist: 20 } }, 'frist'],
    ['a widget', { ...manifest, widgets: [{ ...manifest.widgets[0], props: {} }] }, 'props'],
  ])('names an unknown field of %s, in strict mode or not', (_what, value, field) => {
    expect(() => moduleManifest.validateSync(value, { strict: true })).toThrow(`Unknown fields: ${field}`);
    expect(() => moduleManifest.validateSync(value)).toThrow(`Unknown fields: ${field}`);
  });

  it.each([
    ['51 routes', { routes: Array.from({ length: 51 }, () => manifest.routes[0]) }],
    ['a title of 121 characters', { title: 't'.repeat(121) }],
    ['an icon of 4,001 characters', { navigation: [{ ...manifest.navigation[0], icon: 'M'.repeat(4_001) }] }],
    [
      'a heading of two megabytes',
      { routes: [{ ...manifest.routes[0], headings: [{ title: 'W', text: 'w'.repeat(2 ** 21) }] }] },
    ],
  ])('refuses %s, also in a release', (_what, given) => {
    const release = { ...manifest, widgets: ['weather.now'] };
    expect(releaseDescription.isValidSync(release, { strict: true })).toBe(true);
    expect(moduleManifest.isValidSync({ ...manifest, ...given }, { strict: true })).toBe(false);
    expect(releaseDescription.isValidSync({ ...release, ...given }, { strict: true })).toBe(false);
  });

  it.each(['>=1.0.0', '^1.0', '^1.0.0||^2.0.0', '^0.1.0'])(
    'takes no range of contracts that pages do not understand: %s',
    (contract) => {
      expect(() => moduleManifest.validateSync({ ...manifest, contract })).toThrow('Expected ranges');
    },
  );
});

describe('isModuleOrigin', () => {
  it.each([
    'https://forecast.example',
    'https://forecast.example:8443',
    'wss://live.forecast.example',
    'http://localhost:5000',
    'ws://127.0.0.1:5000',
  ])('accepts %s', (origin) => {
    expect(isModuleOrigin(origin)).toBe(true);
    expect(moduleManifest.isValidSync({ ...manifest, origins: [origin] })).toBe(true);
  });

  it.each([
    'http://forecast.example',
    'https://*.example',
    'https:',
    'https://forecast.example/',
    'https://forecast.example?a',
    'https://user:secret@forecast.example',
    'https://forecast.example:443',
    'https://FORECAST.example',
    'https://forecast.example;script-src',
    'http://localhost.forecast.example',
    'data:text/plain,a',
    "'self'",
  ])('[ORIGIN-4] refuses %j', (origin) => {
    expect(isModuleOrigin(origin)).toBe(false);
    expect(moduleManifest.isValidSync({ ...manifest, origins: [origin] }, { strict: true })).toBe(false);
  });
});
