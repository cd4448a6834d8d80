import { cohortOf, userSeed } from './canary.ts';
import { cohortSeed } from './cookies.ts';
import { chooseRelease, chooseReleases, chooseShell, type Circumstances } from './release-choice.ts';
import {
  shellsIn,
  type ModuleRelease,
  type Registry,
  type RegistryModule,
  type ShellRelease,
} from './registry.ts';

const SEED = userSeed(1);
const canary = { version: '2.0.0', percent: 100, salt: 'a' };

const release = (version: string, contract: string): ModuleRelease => ({
  version,
  container: `mfe_jobs_${version}`,
  base: `/modules/jobs/${version}/`,
  entry: 'entry.js',
  files: {},
  contract,
  routes: [],
  navigation: [],
  widgets: [],
});

/** A module whose releases require the given contracts; 1.2.0 is stable. */
function jobs(facts: Partial<RegistryModule> = {}, contracts: Record<string, string> = {}): RegistryModule {
  const asked = { '1.0.0': '^1.0.0', '1.1.0': '^1.0.0', '1.2.0': '^1.2.0', '2.0.0': '^1.2.0', ...contracts };
  const releases = Object.entries(asked).map(([version, contract]) => [version, release(version, contract)]);
  return { name: 'jobs', title: 'Jobs', stable: '1.2.0', ...facts, releases: Object.fromEntries(releases) };
}

const shell = (version: string): ShellRelease => ({
  version,
  base: `/shell/${version}/`,
  main: [],
  preload: [],
  files: {},
});

describe('chooseRelease', () => {
  it.each<[string, RegistryModule, Circumstances, string]>([
    ['all users', jobs(), {}, '1.2.0 stable'],
    ["a user of the canary's cohort", jobs({ canary }), { seed: SEED }, '2.0.0 canary'],
    ['a tester of a preview', jobs({ canary }), { seed: SEED, preview: '1.0.0' }, '1.0.0 preview'],
    ['a tester of a missing release', jobs(), { preview: '9.0.0' }, '1.2.0 stable'],
    ['a tester with an override', jobs(), { preview: '1.0.0', override: '1.1.0' }, '1.1.0 override'],
    ['a tester of an inactive module', jobs({ inactive: true }), { preview: '2.0.0' }, '2.0.0 preview'],
    [
      'a named user',
      jobs({ canary: { ...canary, percent: 0, accounts: [7] } }),
      { seed: 'user-7' },
      '2.0.0 canary',
    ],
    [
      'another user',
      jobs({ canary: { ...canary, percent: 0, accounts: [7] } }),
      { seed: 'user-8' },
      '1.2.0 stable',
    ],
    ['a user without a cohort', jobs({ canary }), {}, '1.2.0 stable'],
    ['a user with an override', jobs({ canary }), { seed: SEED, override: '1.0.0' }, '1.0.0 override'],
    ['an override that does not fit', jobs(), { contract: '1.0.0', override: '2.0.0' }, '2.0.0 override'],
    ['an override of a missing release', jobs(), { override: '9.0.0' }, '1.2.0 stable'],
    ['an override of an invalid version', jobs(), { override: 'constructor' }, '1.2.0 stable'],
    ['a shell that has the contract', jobs(), { contract: '1.2.0' }, '1.2.0 stable'],
    ['an earlier shell', jobs(), { contract: '1.1.0' }, '1.1.0 fits'],
    [
      'an earlier shell, with a last good release',
      jobs({ lastGood: '1.0.0' }),
      { contract: '1.1.0' },
      '1.0.0 fits',
    ],
    ['an earlier shell and a canary', jobs({ canary }), { contract: '1.1.0', seed: SEED }, '1.1.0 fits'],
    ['a shell that no release fits', jobs(), { contract: '3.0.0' }, '1.2.0 stable'],
    [
      'a shell that only a newer release fits',
      jobs({}, { '2.0.0': '^3.0.0' }),
      { contract: '3.0.0' },
      '1.2.0 stable',
    ],
    [
      'a shell that only a prerelease fits',
      jobs({}, { '1.1.9-rc.1': '^3.0.0' }),
      { contract: '3.0.0' },
      '1.2.0 stable',
    ],
    ['all users of an inactive module', jobs({ inactive: true }), {}, '1.2.0 inactive'],
    ['the cohort of an inactive module', jobs({ inactive: true, canary }), { seed: SEED }, '2.0.0 canary'],
    ['an override of an inactive module', jobs({ inactive: true }), { override: '1.0.0' }, '1.0.0 override'],
  ])('for %s', (_case, module, circumstances, expected) => {
    const { version, reason } = chooseRelease(module, circumstances);
    expect(`${version} ${reason}`).toBe(expected);
  });

  it('compares versions as numbers', () => {
    const module = jobs({}, { '1.1.10': '^1.0.0', '1.1.9': '^1.0.0' });
    expect(chooseRelease(module, { contract: '1.1.0' }).version).toBe('1.1.10');
  });
});

describe('chooseReleases', () => {
  const registryOf = (module: RegistryModule, contract?: string): Registry => ({
    revision: 1,
    shell: { ...shell('1.0.0'), ...(contract !== undefined && { contract }) },
    modules: [module],
  });
  const jobsFor = (module: RegistryModule, contract?: string, version?: string) =>
    chooseReleases(registryOf(module, contract), {
      seed: SEED,
      ...(version !== undefined && { overrides: new Map([['jobs', version]]) }),
    }).modules[0];

  it('selects the canary for its cohort, with the stable release as fallback', () => {
    expect(jobsFor(jobs({ canary, lastGood: '1.1.0' }))).toMatchObject({
      stable: '2.0.0',
      lastGood: '1.2.0',
      choice: { reason: 'canary', promoted: '1.2.0' },
    });
  });

  it('selects the stable release for all others, with the last good one as fallback', () => {
    const few = { ...canary, percent: Math.floor(cohortOf(SEED, 'jobs', 'a')) };
    expect(jobsFor(jobs({ canary: few, lastGood: '1.1.0' }))).toMatchObject({
      stable: '1.2.0',
      lastGood: '1.1.0',
      choice: { reason: 'stable', promoted: '1.2.0' },
    });
  });

  it('compares the contract of the shell', () => {
    const choice = { reason: 'fits', promoted: '1.2.0' };
    expect(jobsFor(jobs(), '1.1.0')).toMatchObject({ stable: '1.1.0', choice });
  });

  it('has no fallback for an override', () => {
    const module = jobsFor(jobs({ lastGood: '1.1.0' }), undefined, '2.0.0');
    expect(module).toMatchObject({ stable: '2.0.0', choice: { reason: 'override', promoted: '1.2.0' } });
    expect(module).not.toHaveProperty('lastGood');
  });

  it('has no fallback for a preview, which other modules do not get', () => {
    const registry = registryOf(jobs({ lastGood: '1.1.0' }));
    const previewOf = (module: string) =>
      chooseReleases(registry, { preview: { module, version: '2.0.0' } }).modules[0];
    expect(previewOf('jobs')).toMatchObject({
      stable: '2.0.0',
      choice: { reason: 'preview', promoted: '1.2.0' },
    });
    expect(previewOf('jobs')).not.toHaveProperty('lastGood');
    expect(previewOf('payments')).toMatchObject({ stable: '1.2.0', lastGood: '1.1.0' });
  });

  it('returns releases unchanged', () => {
    const module = jobs({ canary });
    expect(jobsFor(module)?.releases).toBe(module.releases);
  });
});

describe('the page of an inactive module', () => {
  const modules = [jobs({ inactive: true, canary, lastGood: '1.1.0' })];
  const registry: Registry = { revision: 4, shell: shell('1.0.0'), modules };
  const given = registry.modules[0]?.releases['1.2.0'];
  given?.routes.push({ path: '/jobs', title: 'Jobs', access: 'user', chunks: [] });
  given?.widgets.push('jobs.dialog');

  it('has no parts, and its module no fallback', () => {
    const [module] = chooseReleases(registry, {}).modules;
    expect(module).toMatchObject({ stable: '1.2.0', choice: { reason: 'inactive', promoted: '' } });
    expect(module?.releases).toEqual({ '1.2.0': release('1.2.0', '^1.2.0') });
    expect(module?.lastGood).toBeUndefined();
  });

  it('has the canary, without the inactive release as fallback', () => {
    const [module] = chooseReleases(registry, { seed: SEED }).modules;
    expect(module).toMatchObject({ stable: '2.0.0', choice: { reason: 'canary', promoted: '' } });
    expect(module?.lastGood).toBeUndefined();
  });
});

describe('chooseShell', () => {
  const alone: Registry = { revision: 4, shell: shell('1.1.0'), modules: [] };
  const registry: Registry = { ...alone, previousShell: shell('1.0.0') };

  it.each([
    ['no cookie', ''],
    ['another cookie', 'dps_cohort=1.1.0'],
    ['an earlier failed shell', 'dps_failed_shell=1.0.9'],
  ])('keeps the shell for a browser with %s', (_case, cookies) => {
    expect(chooseShell(registry, cookies, SEED)).toEqual(registry);
  });

  it('returns the previous shell, without a fallback, to a browser in which the shell failed', () => {
    const chosen = chooseShell(registry, 'a=b; dps_failed_shell=1.1.0', SEED);
    expect(chosen).toEqual({ ...alone, shell: shell('1.0.0') });
  });

  it.each<[string, string, number, string | undefined, string, string | undefined]>([
    ['its cohort, with the stable shell as fallback', '', 100, SEED, '2.0.0', '1.1.0'],
    ['no browser without a cohort', '', 100, undefined, '1.1.0', '1.0.0'],
    ['no browser in which it failed', 'dps_failed_shell=2.0.0', 100, SEED, '1.1.0', undefined],
    ['no other cohort', '', 0, SEED, '1.1.0', '1.0.0'],
  ])('[MODULE-12] returns a canary to %s', (_case, cookies, percent, seed, version, fallback) => {
    const tried = { ...registry, shellCanary: { percent, salt: 'a', shell: shell('2.0.0') } };
    expect(chooseShell(tried, cookies, seed)).toEqual({
      ...alone,
      shell: shell(version),
      ...(fallback !== undefined && { previousShell: shell(fallback) }),
    });
  });

  it.each([
    ['a named user', 'dps_cohort=user-9', '2.0.0'],
    ['a named user in whose browser it failed', 'dps_cohort=user-9; dps_failed_shell=2.0.0', '1.1.0'],
    ['another user', 'dps_cohort=user-8', '1.1.0'],
    ['a guest', '', '1.1.0'],
  ])('returns a canary with named users: %s', (_case, cookies, version) => {
    const shellCanary = { percent: 0, salt: 'a', accounts: [9], shell: shell('2.0.0') };
    const chosen = chooseShell({ ...registry, shellCanary }, cookies, cohortSeed(cookies));
    expect(chosen.shell.version).toBe(version);
    expect(chosen).not.toHaveProperty('shellCanary');
    const versions = shellsIn({ ...registry, shellCanary }).map((each) => each.version);
    expect(versions).toEqual(['1.1.0', '1.0.0', '2.0.0']);
  });

  it('keeps the only shell', () => {
    expect(chooseShell(alone, 'dps_failed_shell=1.1.0', SEED)).toEqual(alone);
  });
});
