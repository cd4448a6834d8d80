import { registryModule } from '../store/testing/releases.ts';
import { promote, retire, rollback, shareText, startCanary, stopCanary } from './choose-release.ts';
import type { Part } from './parts.ts';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'];
const CANARY = { version: '1.1.0', percent: 5, salt: 'first' };
const jobs = (given: Parameters<typeof registryModule>[2] = {}) => registryModule('jobs', VERSIONS, given);
const chosen = ({ stable, inactive, canary, lastGood }: Part) => {
  const given = Object.entries({ stable, inactive, canary, lastGood });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
};

describe('startCanary', () => {
  const start = (part: Part, version: string, percent: number) =>
    startCanary(part, { version, share: { percent }, newSalt: 'second' });

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
    const named = startCanary(jobs({ canary: CANARY }), { version, share, newSalt });
    expect(chosen(named)).toEqual({ stable: '1.0.0', canary: { ...CANARY, ...share } });
    expect(chosen(start(named, version, 5))).toEqual({ stable: '1.0.0', canary: CANARY });
  });

  it('refuses the stable version, one that is not published, and none', () => {
    expect(() => start(jobs(), '9.0.0', 5)).toThrow('jobs 9.0.0 is not published');
    expect(() => start(jobs(), '1.0.0', 5)).toThrow('jobs 1.0.0 is already the stable release');
    const unnamed = () => startCanary(jobs(), { version: undefined, share: { percent: 5 }, newSalt: 's' });
    expect(unnamed).toThrow('Name the version: canary jobs <version> --percent 5');
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
  const stopped = stopCanary(jobs({ canary: CANARY, lastGood: '1.2.0' }));
  expect(chosen(stopped)).toEqual({ stable: '1.0.0', lastGood: '1.2.0' });
  expect(() => stopCanary(jobs())).toThrow('jobs has no canary');
});

it.each([
  ['the canary', undefined, '1.1.0'],
  ['a version that is named', '1.2.0', '1.2.0'],
])('promote makes %s stable and the previous release the last good one', (_case, version, stable) => {
  const after = promote(jobs({ canary: CANARY }), version);
  expect(chosen(after)).toEqual({ stable, lastGood: '1.0.0' });
});

it('rollback restores the last good release or a named one, and removes the canary', () => {
  const before = jobs({ lastGood: '1.1.0', canary: { ...CANARY, version: '1.2.0' } });
  expect(chosen(rollback(before))).toEqual({ stable: '1.1.0' });
  expect(chosen(rollback(before, '1.2.0'))).toEqual({ stable: '1.2.0' });
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
  expect(() => choose(jobs(), version)).toThrow(message);
});

describe('retire', () => {
  const retired = (given: Parameters<typeof registryModule>[2] = {}) => retire(jobs(given));

  it('withdraws the stable release and ends the canary', () => {
    expect(chosen(retired({ lastGood: '1.2.0', canary: CANARY }))).toEqual({
      stable: '1.0.0',
      inactive: true,
      lastGood: '1.2.0',
    });
    expect(() => retire(retired())).toThrow('jobs is already inactive.');
  });

  it('is undone by promote, with the same last good release only for the same release', () => {
    const again = promote(retired({ lastGood: '1.2.0' }));
    expect(chosen(again)).toEqual({ stable: '1.0.0', lastGood: '1.2.0' });
    expect(chosen(promote(retired({ lastGood: '1.2.0' }), '1.1.0'))).toEqual({ stable: '1.1.0' });
    expect(chosen(promote(retired({ lastGood: '1.2.0' }), '1.2.0'))).toEqual({ stable: '1.2.0' });
  });

  it('allows a canary of any release, and its promotion', () => {
    const canary = { version: '1.0.0', share: { percent: 5 }, newSalt: 'second' };
    const tried = startCanary(retired(), canary);
    expect(chosen(tried)).toMatchObject({ inactive: true, canary: { version: '1.0.0', percent: 5 } });
    expect(chosen(promote(tried))).toEqual({ stable: '1.0.0' });
    expect(chosen(retire(tried))).toEqual({ stable: '1.0.0', inactive: true });
  });

  it('is offered by rollback, which does not undo it', () => {
    expect(() => rollback(registryModule('weather'))).toThrow(
      'weather has no last good release. Name a version: rollback weather --to <version>, or withdraw the module: retire weather',
    );
    expect(() => rollback(retired(), '1.1.0')).toThrow(
      'jobs is inactive. To activate a release: promote jobs',
    );
  });
});
