import type { ModuleBuild, Registry, RegistryRoute, ShellBuild } from '@dps/contract';
import type { Candidate } from '../product/trial-registry.ts';
import { planVisits } from './plan-visits.ts';

const route = (path: string, access: RegistryRoute['access'], more: Partial<RegistryRoute> = {}) => ({
  path,
  title: path,
  access,
  chunks: [],
  ...more,
});
const build = (name: string, ...routes: RegistryRoute[]): ModuleBuild => ({
  kind: 'module',
  name,
  title: name,
  version: '1.0.0',
  container: name,
  base: `/modules/${name}/1.0.0/`,
  entry: 'entry.js',
  files: {},
  contract: '^1.0.0',
  routes,
  navigation: [],
  widgets: [],
});
const SHELL: ShellBuild = {
  kind: 'shell',
  version: '1.0.0',
  base: '/shell/1.0.0/',
  main: [],
  preload: [],
  files: {},
};
const ACCOUNT = build('account', route('/login', 'guest'), route('/profile', 'user'));
const JOBS = build('jobs', route('/jobs/:id', 'user'), route('/browse', 'user', { roles: ['pilot'] }));
const HELP = build('help', route('/help', 'public'));

const REGISTRY: Registry = {
  revision: 1,
  shell: SHELL,
  modules: [ACCOUNT, JOBS, HELP].map((release) => ({
    name: release.name,
    title: release.title,
    stable: release.version,
    releases: { [release.version]: release },
  })),
};
const read = () => Promise.resolve(null);
const visitsFor = (release: ModuleBuild) => planVisits(REGISTRY, { kind: 'module', release, read });

describe('planVisits', () => {
  it('visits the pages that each role may see, between pages of another module', () => {
    expect(visitsFor(ACCOUNT)).toEqual([
      { who: 'guest', others: ['/help'], rest: '/help', own: ['/login'] },
      { who: 'pilot', others: ['/jobs/1', '/browse', '/help'], rest: '/help', own: ['/profile'] },
      { who: 'client', others: ['/jobs/1', '/help'], rest: '/help', own: ['/profile'] },
    ]);
  });

  it('plans no visit for a role without access', () => {
    expect(visitsFor(JOBS).map(({ who, own }) => [who, own])).toEqual([
      ['pilot', ['/jobs/1', '/browse']],
      ['client', ['/jobs/1']],
    ]);
  });

  it('visits all pages of a new shell, and an unknown address', () => {
    const shell: Candidate = { kind: 'shell', release: SHELL, read };
    expect(planVisits(REGISTRY, shell)[0]).toEqual({
      who: 'guest',
      others: [],
      rest: '/no/such/page',
      own: ['/login', '/help'],
    });
  });
});
