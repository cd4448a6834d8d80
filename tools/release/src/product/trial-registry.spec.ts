import type { ModuleBuild, Registry, ShellBuild } from '@dps/contract';
import type { Candidate } from '../candidate.ts';
import { trialRegistry } from './trial-registry.ts';

const moduleBuild = (name: string, version: string): ModuleBuild => ({
  kind: 'module',
  name,
  title: name,
  version,
  container: `mfe_${name}`,
  base: `/modules/${name}/${version}/`,
  entry: 'entry.js',
  files: {},
  contract: '^1.0.0',
  routes: [],
  navigation: [],
  widgets: [],
});
const shell = (version: string): ShellBuild => ({
  kind: 'shell',
  version,
  base: `/shell/${version}/`,
  main: [],
  preload: [],
  files: {},
});
const ACTIVE: Registry = {
  revision: 7,
  shell: shell('1.0.0'),
  previousShell: shell('0.9.0'),
  modules: ['jobs', 'payments'].map((name) => ({
    name,
    title: name,
    stable: '1.0.0',
    lastGood: '0.9.0',
    canary: { version: '1.1.0', percent: 5, salt: 's' },
    releases: Object.fromEntries(['0.9.0', '1.0.0', '1.1.0'].map((each) => [each, moduleBuild(name, each)])),
  })),
};
const read = () => Promise.resolve(null);
const moduleOf = (name: string): Candidate => ({ kind: 'module', release: moduleBuild(name, '2.0.0'), read });

const versionsOf = ({ modules }: Registry) =>
  modules.map(({ name, stable, releases }) => [name, stable, Object.keys(releases)]);

describe('trialRegistry', () => {
  it('replaces the stable release by the candidate, without fallbacks', () => {
    const trial = trialRegistry(ACTIVE, moduleOf('jobs'));
    expect(versionsOf(trial)).toEqual([
      ['payments', '1.0.0', ['1.0.0']],
      ['jobs', '2.0.0', ['2.0.0']],
    ]);
    expect(trial.modules.some(({ lastGood, canary }) => lastGood ?? canary)).toBe(false);
    expect(trial).toMatchObject({ shell: { version: '1.0.0' } });
    expect(trial.previousShell).toBeUndefined();
  });

  it('adds a new module', () => {
    expect(trialRegistry(ACTIVE, moduleOf('weather')).modules.map(({ name }) => name)).toEqual([
      'jobs',
      'payments',
      'weather',
    ]);
  });

  it('combines a new shell with the stable modules', () => {
    const trial = trialRegistry(ACTIVE, { kind: 'shell', release: shell('2.0.0'), read });
    expect(trial.shell.version).toBe('2.0.0');
    expect(versionsOf(trial).map(([name, stable]) => [name, stable])).toEqual([
      ['jobs', '1.0.0'],
      ['payments', '1.0.0'],
    ]);
  });

  it('contains a first shell alone, and rejects a module without a shell', () => {
    expect(trialRegistry(undefined, { kind: 'shell', release: shell('1.0.0'), read }).modules).toEqual([]);
    expect(() => trialRegistry(undefined, moduleOf('jobs'))).toThrow('there is none');
  });
});
