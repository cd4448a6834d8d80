import { cacheControlOf } from './release-files.ts';

describe('cacheControlOf', () => {
  it.each([
    ['/store/shell/1.0.0/assets/main.07b6a35e.js'],
    ['/store/shell/1.0.0/assets/main.07b6a35e.js.br'],
    ['/store/shell/1.0.0/assets/inter-latin-wght-normal.4f2981d8.woff2'],
    ['/store/modules/jobs/1.0.0/assets/remoteEntry.fd4af76a.js.gz'],
  ])('keeps %s for ever: its name changes with its content', (file) => {
    expect(cacheControlOf(file)).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['/store/modules/jobs/1.0.0/module.json'],
    ['/store/modules/jobs/1.0.0/mf-manifest.json.br'],
    ['/store/modules/deadbeef00.x/1.0.0/release.json'],
  ])('asks anew for %s', (file) => {
    expect(cacheControlOf(file)).toBe('no-cache');
  });
});
