import type { ModuleBuild, ModuleRelease, Registry } from './registry.ts';
import { parseModuleBuild, parseRegistry } from './registry-schema.ts';

const INTEGRITY = `sha256-${'A'.repeat(43)}=`;
const release: ModuleRelease = {
  version: '1.0.0',
  container: 'mfe_jobs_1_0_0',
  base: '/modules/jobs/1.0.0/',
  entry: 'assets/remoteEntry.0a1b.js',
  files: { 'assets/remoteEntry.0a1b.js': INTEGRITY },
  contract: '^1.0.0',
  routes: [{ path: '/jobs', title: 'Jobs', access: 'user', chunks: ['assets/remoteEntry.0a1b.js'] }],
  navigation: [{ path: '/jobs', label: 'Jobs', labels: { pilot: 'My Jobs' }, order: 10, icon: 'M0 0h24' }],
  widgets: [],
};
const build: ModuleBuild = { name: 'jobs', title: 'Jobs', ...release };
const jobs = { name: 'jobs', title: 'Jobs', stable: '1.0.0', releases: { '1.0.0': release } };
const registry: Registry = {
  revision: 1,
  shell: {
    version: '1.0.0',
    base: '/shell/1.0.0/',
    main: ['main.js'],
    preload: [],
    files: { 'main.js': INTEGRITY },
  },
  modules: [jobs],
};
const parsing = (value: unknown) => () => parseRegistry(JSON.stringify(value));

describe('parseRegistry', () => {
  it('takes a registry as it is', () => {
    expect(parseRegistry(JSON.stringify(registry))).toEqual(registry);
  });

  it.each([
    ['text that is cut off', () => parseRegistry('{"revision": 1, "shell"'), 'not valid JSON'],
    ['an empty file', () => parseRegistry(''), 'not valid JSON'],
    ['a page instead', () => parseRegistry('<!doctype html>'), 'not valid JSON'],
    ['nothing', parsing(null), 'Required'],
    ['a list', parsing([]), 'Expected'],
    ['no shell', parsing({ ...registry, shell: undefined }), 'shell'],
    ['a revision that is a text', parsing({ ...registry, revision: '1' }), 'revision'],
    ['modules that are no list', parsing({ ...registry, modules: {} }), 'modules'],
    [
      'a stable version without a release',
      parsing({ ...registry, modules: [{ ...jobs, stable: '2.0.0' }] }),
      'modules[0]: has no release of its stable version',
    ],
    [
      'a release without an entry',
      parsing({
        ...registry,
        modules: [{ ...jobs, releases: { '1.0.0': { ...release, entry: undefined } } }],
      }),
      'entry',
    ],
    [
      'a base that leads elsewhere',
      parsing({ ...registry, shell: { ...registry.shell, base: 'https://elsewhere.example/' } }),
      'shell.base',
    ],
    [
      'an integrity that is none',
      parsing({ ...registry, shell: { ...registry.shell, files: { 'main.js': 'md5-abc' } } }),
      'main.js',
    ],
  ])('names what is wrong with %s', (_what, parse, problem) => {
    expect(parse).toThrow(problem);
  });
});

describe('parseModuleBuild', () => {
  it('takes what a build writes', () => {
    expect(parseModuleBuild(JSON.stringify(build))).toEqual(build);
  });

  it('refuses a release without a name', () => {
    expect(() => parseModuleBuild(JSON.stringify({ ...build, name: undefined }))).toThrow('name');
  });
});
