import type { Registry } from '@dps/contract';
import { registryModule, registryOf } from '../store/testing/releases.ts';
import { promote, retire, rollback, shareText, startCanary, stopCanary } from './choose-release.ts';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'];
const CANARY = { version: '1.1.0', percent: 5, salt: 'first' };
const jobs = (given: Parameters<typeof registryModule>[2] = {}) =>
  registryOf([registryModule('jobs', VERSIONS, given), 'payments']);
const chosen = ({ modules: [module] }: Registry) => {
  const { stable, inactive, canary, lastGood } = module ?? registryModule('none', []);
  const given = Object.entries({ stable, inactive, canary, lastGood });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
};

describe('startCanary', () => {
  const start = (registry: Registry, version: string, percent: number) =>
    startCanary(registry, 'jobs', { version, share: { percent }, newSalt: 'second' });

  it('starts a canary with a salt of its own', () => {
    expect(chosen(start(jobs(), '1.1.0', 5))).toEqual({
      stable: '1.0.0',
      canary: { version: '1.1.0', percent: 5, salt: 'second' },
    });
  });

  it('keeps the salt of a wider canary, so that its users keep it, and no salt of another version', () => {
    expect(chosen(start(jobs({ canary: CANARY }), '1.1.0', 50))['canary']).toEqual({
      ...CANARY,
      percent: 50,
    });
    expect(chosen(start(jobs({ canary: CANARY }), '1.2.0', 5))['canary']).toMatchObject({ salt: 'second' });
  });

  it('adds and removes named users of a canary', () => {
    const share = { percent: 10, accounts: [7] };
    const [version, newSalt] = ['1.1.0', 'second'];
    const named = startCanary(jobs({ canary: CANARY }), 'jobs', { version, share, newSalt });
    expect(chosen(named)).toEqual({ stable: '1.0.0', canary: { ...CANARY, ...share } });
    expect(chosen(start(named, version, 5))).toEqual({ stable: '1.0.0', canary: CANARY });
  });

  it('refuses the stable version, one that is not published, and an unknown module', () => {
    expect(() => start(jobs(), '9.0.0', 5)).toThrow('jobs 9.0.0 is not published');
    expect(() => start(jobs(), '1.0.0', 5)).toThrow('jobs 1.0.0 is already the stable release');
    const wrong = () => startCanary(jobs(), 'job', { version: '1.0.0', share: { percent: 5 }, newSalt: 's' });
    expect(wrong).toThrow('There is no module job. The registry has jobs, payments.');
  });
});

it.each([
  [{ percent: 5 }, '5 of 100 users'],
  [{ percent: 0, accounts: [7, 12] }, 'the accounts 7, 12'],
  [{ percent: 10, accounts: [7] }, '10 of 100 users and the accounts 7'],
] as const)('shows the share %j as %s', (share, expected) => {
  const { accounts, ...rest } = { accounts: undefined, ...share };
  expect(shareText({ ...rest, ...(accounts && { accounts: [...accounts] }) })).toBe(expected);
});

it('stopCanary removes the canary, and refuses a module without one', () => {
  const stopped = stopCanary(jobs({ canary: CANARY, lastGood: '1.2.0' }), 'jobs');
  expect(chosen(stopped)).toEqual({ stable: '1.0.0', lastGood: '1.2.0' });
  expect(() => stopCanary(jobs(), 'jobs')).toThrow('jobs has no canary');
});

it.each([
  ['the canary', undefined, '1.1.0'],
  ['a version that is named', '1.2.0', '1.2.0'],
])('promote makes %s stable and the previous release the last good one', (_case, version, stable) => {
  const after = promote(jobs({ canary: CANARY }), 'jobs', version);
  expect(chosen(after)).toEqual({ stable, lastGood: '1.0.0' });
  expect(after.modules[1]).toEqual(jobs().modules[1]);
});

it('rollback restores the last good release or a named one, and removes the canary', () => {
  const before = jobs({ lastGood: '1.1.0', canary: { ...CANARY, version: '1.2.0' } });
  expect(chosen(rollback(before, 'jobs'))).toEqual({ stable: '1.1.0' });
  expect(chosen(rollback(before, 'jobs', '1.2.0'))).toEqual({ stable: '1.2.0' });
});

it.each([
  ['promote', undefined, 'jobs has no canary. Name the version'],
  ['promote', '1.0.0', 'jobs 1.0.0 is already the stable release'],
  ['promote', '9.0.0', 'jobs 9.0.0 is not published'],
  ['rollback', undefined, 'jobs has no last good release. Name a version'],
  ['rollback', '1.0.0', 'jobs 1.0.0 is already the stable release'],
  ['rollback', '9.0.0', 'jobs 9.0.0 is not published'],
] as const)('%s to version %s is refused', (name, version, message) => {
  const choose = { promote, rollback }[name];
  expect(() => choose(jobs(), 'jobs', version)).toThrow(message);
});

describe('retire', () => {
  const retired = (given: Parameters<typeof registryModule>[2] = {}) => retire(jobs(given), 'jobs');

  it('withdraws the stable release and ends the canary', () => {
    expect(chosen(retired({ lastGood: '1.2.0', canary: CANARY }))).toEqual({
      stable: '1.0.0',
      inactive: true,
      lastGood: '1.2.0',
    });
    expect(() => retire(retired(), 'jobs')).toThrow('jobs is already inactive.');
  });

  it('is undone by promote, with the same last good release only for the same release', () => {
    const again = promote(retired({ lastGood: '1.2.0' }), 'jobs');
    expect(chosen(again)).toEqual({ stable: '1.0.0', lastGood: '1.2.0' });
    expect(chosen(promote(retired({ lastGood: '1.2.0' }), 'jobs', '1.1.0'))).toEqual({ stable: '1.1.0' });
    expect(chosen(promote(retired({ lastGood: '1.2.0' }), 'jobs', '1.2.0'))).toEqual({ stable: '1.2.0' });
  });

  it('allows a canary of any release, and its promotion', () => {
    const canary = { version: '1.0.0', share: { percent: 5 }, newSalt: 'second' };
    const tried = startCanary(retired(), 'jobs', canary);
    expect(chosen(tried)).toMatchObject({ inactive: true, canary: { version: '1.0.0', percent: 5 } });
    expect(chosen(promote(tried, 'jobs'))).toEqual({ stable: '1.0.0' });
    expect(chosen(retire(tried, 'jobs'))).toEqual({ stable: '1.0.0', inactive: true });
  });

  it('is offered by rollback, which does not undo it', () => {
    expect(() => rollback(registryOf(['weather']), 'weather')).toThrow(
      'weather has no last good release. Withdraw the module: retire weather',
    );
    expect(() => rollback(retired(), 'jobs', '1.1.0')).toThrow(
      'jobs is inactive. To activate a release: promote jobs',
    );
  });
});
