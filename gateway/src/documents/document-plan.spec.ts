import type { ModuleRelease, Registry } from '@dps/contract';
import { planDocument } from './document-plan.ts';

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
const release: ModuleRelease = {
  version: '1.0.0',
  container: 'mfe_jobs_1_0_0',
  base: '/modules/jobs/1.0.0/',
  entry: 'entry.js',
  contract: '^1.0.0',
  routes: [
    {
      path: '/jobs',
      title: 'Jobs',
      access: 'user',
      chunks: ['expose.js', 'jobs.js'],
      shared: ['react', 'kit/client', 'kit/data'],
    },
    {
      path: '/about',
      title: 'About',
      access: 'public',
      chunks: ['expose.js', 'about.js'],
      shared: ['react'],
    },
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

  it('preloads no frame for a public page, and no file without an integrity hash', () => {
    expect(preloads('/about')).toEqual([
      '/shell/1.0.0/core.js',
      '/modules/jobs/1.0.0/entry.js',
      '/modules/jobs/1.0.0/expose.js',
    ]);
  });

  it('preloads only the shell if no module has the address', () => {
    expect(preloads('/nowhere')).toEqual(['/shell/1.0.0/core.js']);
  });

  it('includes the stable and the last good release, with the hashes of their preloaded files', () => {
    const [jobs] = planDocument(registry, '/jobs').registry.modules;
    expect(Object.keys(jobs?.releases ?? {})).toEqual(['1.0.0', '0.9.0']);
    expect(Object.keys(jobs?.releases['1.0.0']?.files ?? {})).toEqual(['entry.js', 'expose.js', 'jobs.js']);
  });
});
