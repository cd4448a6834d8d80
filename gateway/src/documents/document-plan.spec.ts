import { brotliCompressSync, constants } from 'node:zlib';
import { parseRegistry, STORE_PACKAGE, type ModuleRelease, type Registry } from '@dps/contract';
import { integrityOf } from '@dps/release/store/integrity';
import { KeyRing } from '@dps/release/store/key-ring';
import { newKey } from '@dps/release/store/release-key';
import { backendsOf, planDocument } from './document-plan.ts';

const shell = {
  version: '1.0.0',
  base: '/shell/1.0.0/',
  main: ['main.js'],
  preload: ['core.js'],
  frame: ['frame.js', 'client.js'],
  shared: { 'kit/client': ['client.js'], 'kit/data': ['data.js'] },
  files: Object.fromEntries(
    ['main.js', 'core.js', 'frame.js', 'client.js', 'data.js'].map((f) => [f, `sha256-${f}`]),
  ),
};
const USER = { path: '/jobs', title: 'Jobs', access: 'user' } as const;
const ABOUT = { path: '/about', title: 'About', access: 'public' } as const;
const release: ModuleRelease = {
  version: '1.0.0',
  container: 'mfe_jobs_1_0_0',
  base: '/modules/jobs/1.0.0/',
  entry: 'entry.js',
  contract: '^1.0.0',
  routes: [
    { ...USER, chunks: ['expose.js', 'jobs.js'], shared: ['react', 'kit/client', 'kit/data'] },
    { ...ABOUT, chunks: ['expose.js', 'about.js'], shared: ['react'] },
  ],
  navigation: [],
  widgets: [],
  files: Object.fromEntries(['entry.js', 'expose.js', 'jobs.js', 'later.js'].map((f) => [f, `sha256-${f}`])),
};
const registry: Registry = {
  revision: 7,
  shell,
  modules: [
    {
      name: 'jobs',
      title: 'Jobs',
      stable: '1.0.0',
      lastGood: '0.9.0',
      releases: { '1.0.0': release, '0.9.0': { ...release, version: '0.9.0' }, '0.8.0': release },
    },
  ],
};
const preloads = (pathname: string) => planDocument(registry, pathname).preloads.map(({ href }) => href);

describe('planDocument', () => {
  it('loads the main scripts of the shell with their integrity', () => {
    expect(planDocument(registry, '/jobs').scripts).toEqual([
      { href: '/shell/1.0.0/main.js', integrity: 'sha256-main.js' },
    ]);
  });

  it('preloads the shell, the frame, the shared packages and the page, each file once', () => {
    expect(preloads('/jobs')).toEqual([
      '/shell/1.0.0/core.js',
      '/shell/1.0.0/frame.js',
      '/shell/1.0.0/client.js',
      '/shell/1.0.0/data.js',
      '/modules/jobs/1.0.0/entry.js',
      '/modules/jobs/1.0.0/expose.js',
      '/modules/jobs/1.0.0/jobs.js',
    ]);
  });

  it('preloads no frame for a public page, no file without an integrity hash, and only the shell without a page', () => {
    expect(preloads('/about')).toEqual([
      '/shell/1.0.0/core.js',
      '/modules/jobs/1.0.0/entry.js',
      '/modules/jobs/1.0.0/expose.js',
    ]);
    expect(preloads('/nowhere')).toEqual(['/shell/1.0.0/core.js']);
  });

  it('reduces the fallback to its entry, and lists shared packages only as far as shells read them', () => {
    const routes = [
      { ...USER, chunks: ['expose.js'], shared: ['react', STORE_PACKAGE] },
      { ...ABOUT, chunks: [], shared: ['react'] },
    ] satisfies ModuleRelease['routes'];
    const [module] = registry.modules;
    const releases = { '1.0.0': { ...release, routes }, '0.9.0': { ...release, version: '0.9.0', routes } };
    const [jobs] = planDocument({ ...registry, modules: module ? [{ ...module, releases }] : [] }, '/jobs')
      .registry.modules;
    expect(jobs?.releases['1.0.0']?.routes).toEqual([
      { ...USER, chunks: ['expose.js'] },
      { ...ABOUT, chunks: [], shared: [] },
    ]);
    expect(jobs?.releases['0.9.0']).toMatchObject({
      routes: [],
      files: { 'entry.js': 'sha256-entry.js' },
    });
  });

  it('includes the stable and the last good release, with the hashes of their preloaded files', () => {
    const [jobs] = planDocument(registry, '/jobs').registry.modules;
    expect(Object.keys(jobs?.releases ?? {})).toEqual(['1.0.0', '0.9.0']);
    expect(Object.keys(jobs?.releases['1.0.0']?.files ?? {})).toEqual(['entry.js', 'expose.js', 'jobs.js']);
  });
});

describe('backendsOf', () => {
  const [team, other] = [newKey().key.publicKey, newKey().key.publicKey];
  const ALLOWED = ['https://a.example', 'https://b.example', 'https://c.example'];
  const withOrigins = (version: string, ...origins: string[]) => [version, { ...release, version, origins }];
  const [module] = registry.modules;
  const page: Registry = {
    ...registry,
    modules: module
      ? [
          {
            ...module,
            releases: Object.fromEntries([
              withOrigins('1.0.0', 'https://a.example', 'https://not-allowed.example'),
              withOrigins('0.9.0', 'https://a.example', 'https://b.example'),
              withOrigins('0.8.0', 'https://c.example'),
            ]),
          },
        ]
      : [],
  };
  const backends = (ring: KeyRing, given = page, hasOverrides = false) =>
    backendsOf(given, ring, hasOverrides);
  const ring = new KeyRing([{ name: 'jobs', publicKey: team, releases: ['jobs'], origins: ALLOWED }]);

  it('[ORIGIN-1] returns the allowed origins of the chosen release and of its fallback', () => {
    expect(backends(ring)).toEqual(['https://a.example', 'https://b.example']);
  });

  it('returns those of all listed releases where users select releases in a tab', () => {
    expect(backends(ring, page, true)).toEqual(ALLOWED);
  });

  it('returns none of a release that declares none, of another team, or of a revoked key', () => {
    expect(backends(ring, registry)).toEqual([]);
    const others = [{ name: 'tides', publicKey: other, releases: ['tides'], origins: ALLOWED }];
    expect(backends(new KeyRing(others))).toEqual([]);
    const revoked = [
      { name: 'jobs', publicKey: team, releases: ['jobs'], origins: ALLOWED },
      { name: 'former', publicKey: team, releases: [], revoked: true },
    ];
    expect(backends(new KeyRing(revoked))).toEqual([]);
  });

  it('returns none of an inactive module', () => {
    const choice = { reason: 'inactive' as const, promoted: '' };
    const modules = page.modules.map((each) => ({ ...each, choice }));
    expect(backends(ring, { ...page, modules })).toEqual([]);
  });

  it('keeps the origins out of the registry of the page', () => {
    expect(JSON.stringify(planDocument(page, '/jobs').registry)).not.toContain('origins');
  });
});

/** A module like `jobs` of the product: four pages, four navigation items and eight scripts of its own, in each release. */
function aModule(name: string) {
  const scripts = Array.from({ length: 8 }, (_, i) => `assets/${name}${i}.3b999929.js`);
  const [entry = '', ...chunks] = scripts;
  const shared = ['react', STORE_PACKAGE, '@dps/shared-contracts/ui', '@dps/shared-contracts/ui/data'];
  const icon =
    'M19 5v2h-4V5zM9 5v6H5V5zm10 8v6h-4v-6zM9 17v2H5v-2zM21 3h-8v6h8zM11 3H3v10h8zm10 8h-8v10h8zm-10 4H3v6h8z';
  const pages = chunks.slice(3).map((chunk, i) => ({ chunk, path: `/${name}/${i}` }));
  const releaseOf = (version: string): ModuleRelease => ({
    ...release,
    version,
    container: `mfe_${name}_${version.replaceAll('.', '_')}`,
    base: `/modules/${name}/${version}/`,
    entry,
    routes: pages.map(({ chunk, path }) => ({
      ...USER,
      path,
      title: `Page at ${path}`,
      chunks: [...chunks.slice(0, 3), chunk],
      shared,
    })),
    navigation: pages.map(({ path }, order) => ({ path, label: `Page ${order}`, order, icon })),
    files: Object.fromEntries(scripts.map((file) => [file, integrityOf(`${file} ${version}`)])),
  });
  const releases = { '1.1.0': releaseOf('1.1.0'), '1.0.0': releaseOf('1.0.0') };
  return { name, title: name, stable: '1.1.0', lastGood: '1.0.0', releases };
}

it('has a registry for pages of 20 large modules with fallbacks in 55,500 bytes, 8,400 compressed', () => {
  const modules = Array.from({ length: 20 }, (_, i) => aModule(`module${i}`));
  const page = JSON.stringify(planDocument({ ...registry, modules }, '/module0/0').registry);
  expect(() => parseRegistry(page)).not.toThrow();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  expect(page.length).toBeLessThan(55_500);
  expect(brotliCompressSync(page, { params }).length).toBeLessThan(8_400);
});
