import { acceptsEncoding, cacheControlOf, isReleasePath } from './release-files.ts';

describe('cacheControlOf', () => {
  it.each([
    ['/store/shell/1.0.0/assets/main.07b6a35e.js', 'public, max-age=31536000, immutable'],
    ['/store/shell/1.0.0/assets/inter-latin.4f2981d8.woff2.br', 'public, max-age=31536000, immutable'],
    ['/store/modules/jobs/1.0.0/module.json', 'no-cache'],
    ['/store/modules/deadbeef00.x/1.0.0/release.json', 'no-cache'],
  ])('allows browsers to cache %s forever only if its name has a content hash', (file, expected) => {
    expect(cacheControlOf(file)).toBe(expected);
  });
});

describe('isReleasePath', () => {
  it.each(['shell/1.0.0/assets/main.07b6a35e.js', 'modules/jobs/1.0.0/@mf-types.zip'])(
    'accepts %s',
    (path) => {
      expect(isReleasePath(path)).toBe(true);
    },
  );

  it.each([
    'shell/../registry.json',
    'shell/./main.js',
    'shell//main.js',
    'shell/',
    'shell/.git/config',
    // Source maps are private.
    'modules/jobs/1.0.0/.source-maps/assets/page.3f2a1b0c.js.map.gz',
    'shell/..\\registry.json',
    'shell/main.js\0.css',
    `shell/${'a'.repeat(201)}`,
  ])('rejects %j', (path) => {
    expect(isReleasePath(path)).toBe(false);
  });
});

describe('acceptsEncoding', () => {
  it.each([
    ['gzip, deflate, br', true],
    ['BR;q=0.5', true],
    ['br; q=1.0', true],
    ['gzip', false],
    ['br;q=0', false],
    ['gzip, br;q=0.000', false],
    ['brotli', false],
    ['', false],
  ])('for br in %j returns %s', (header, expected) => {
    expect(acceptsEncoding(header, 'br')).toBe(expected);
  });
});
