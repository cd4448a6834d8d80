import { moduleBuild, shellBuild } from '../../../store/testing/releases.ts';
import type { Registry } from '@dps/contract';
import { type Candidate, trialRegistry } from './trial-registry.ts';

const ACTIVE: Registry = {
  revision: 7,
  shell: shellBuild('1.0.0'),
  previousShell: shellBuild('0.9.0'),
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
  it('replaces the stable release by the candidate or adds it, without fallbacks', () => {
    const trial = trialRegistry(ACTIVE, moduleOf('jobs'));
    expect(versionsOf(trial)).toEqual([
      ['payments', '1.0.0', ['1.0.0']],
      ['jobs', '2.0.0', ['2.0.0']],
    ]);
    expect(trial.modules.some(({ lastGood, canary }) => lastGood ?? canary)).toBe(false);
    expect(trial).toMatchObject({ shell: { version: '1.0.0' } });
    expect(trial.previousShell).toBeUndefined();
    expect(trialRegistry(ACTIVE, moduleOf('weather')).modules).toHaveLength(3);
  });

  it('combines a new shell with the stable modules', () => {
    const trial = trialRegistry(ACTIVE, { kind: 'shell', release: shellBuild('2.0.0'), read });
    expect(trial.shell.version).toBe('2.0.0');
    expect(versionsOf(trial).map(([name, stable]) => [name, stable])).toEqual([
      ['jobs', '1.0.0'],
      ['payments', '1.0.0'],
    ]);
  });

  it('contains a first shell alone, and rejects a module without a shell', () => {
    expect(trialRegistry(undefined, { kind: 'shell', release: shellBuild('1.0.0'), read }).modules).toEqual(
      [],
    );
    expect(() => trialRegistry(undefined, moduleOf('jobs'))).toThrow('there is none');
  });
});
