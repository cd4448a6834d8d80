import type { Registry } from '@dps/shared-contracts';
import { registryModule, registryOf } from '@dps/release-store/testing/releases';
import { promote, rollback, startCanary, stopCanary } from './choose-release.ts';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'];
const CANARY = { version: '1.1.0', percent: 5, salt: 'first' };
const jobs = (given: Parameters<typeof registryModule>[2] = {}) =>
  registryOf([registryModule('jobs', VERSIONS, given), 'payments']);
const chosen = ({ modules: [module] }: Registry) => {
  const { stable, canary, lastGood } = module ?? registryModule('none', []);
  return { stable, ...(canary && { canary }), ...(lastGood && { lastGood }) };
};

describe('startCanary', () => {
  const start = (registry: Registry, version: string, percent: number) =>
    startCanary(registry, 'jobs', { version, percent, newSalt: 'second' });

  it('starts a canary with a salt of its own', () => {
    expect(chosen(start(jobs(), '1.1.0', 5))).toEqual({
      stable: '1.0.0',
      canary: { version: '1.1.0', percent: 5, salt: 'second' },
    });
  });

  it('keeps the salt of a wider canary, so that its users keep it', () => {
    expect(chosen(start(jobs({ canary: CANARY }), '1.1.0', 50)).canary).toEqual({ ...CANARY, percent: 50 });
  });

  it('uses a new salt for another version', () => {
    expect(chosen(start(jobs({ canary: CANARY }), '1.2.0', 5)).canary?.salt).toBe('second');
  });

  it.each([
    ['a version that is not published', '9.0.0', 'jobs 9.0.0 is not published'],
    ['the stable version', '1.0.0', 'jobs 1.0.0 is already the stable release'],
  ])('refuses %s', (_case, version, message) => {
    expect(() => start(jobs(), version, 5)).toThrow(message);
  });

  it('refuses an unknown module and lists the existing ones', () => {
    const wrong = () => startCanary(jobs(), 'job', { version: '1.0.0', percent: 5, newSalt: 's' });
    expect(wrong).toThrow('There is no module job. The registry has jobs, payments.');
  });
});

describe('stopCanary', () => {
  it('removes the canary', () => {
    expect(chosen(stopCanary(jobs({ canary: CANARY, lastGood: '1.2.0' }), 'jobs'))).toEqual({
      stable: '1.0.0',
      lastGood: '1.2.0',
    });
  });

  it('refuses a module without a canary', () => {
    expect(() => stopCanary(jobs(), 'jobs')).toThrow('jobs has no canary');
  });
});

describe('promote', () => {
  it.each([
    ['the canary', undefined, '1.1.0'],
    ['a version that is named', '1.2.0', '1.2.0'],
  ])('makes %s stable and the previous release the last good one', (_case, version, stable) => {
    expect(chosen(promote(jobs({ canary: CANARY }), 'jobs', version))).toEqual({ stable, lastGood: '1.0.0' });
  });

  it.each([
    ['without canary and version', undefined, 'jobs has no canary. Name the version'],
    ['the stable release', '1.0.0', 'jobs 1.0.0 is already the stable release'],
    ['a version that is not published', '9.0.0', 'jobs 9.0.0 is not published'],
  ])('refuses %s', (_case, version, message) => {
    expect(() => promote(jobs(), 'jobs', version)).toThrow(message);
  });

  it('leaves other modules unchanged', () => {
    expect(promote(jobs(), 'jobs', '1.1.0').modules[1]).toEqual(jobs().modules[1]);
  });
});

describe('rollback', () => {
  it('restores the last good release and removes the canary', () => {
    const before = jobs({ lastGood: '1.1.0', canary: { ...CANARY, version: '1.2.0' } });
    expect(chosen(rollback(before, 'jobs'))).toEqual({ stable: '1.1.0' });
  });

  it('restores a named version', () => {
    expect(chosen(rollback(jobs({ lastGood: '1.1.0' }), 'jobs', '1.2.0'))).toEqual({ stable: '1.2.0' });
  });

  it.each([
    ['without a last good release', undefined, 'jobs has no last good release. Name a version'],
    ['to the stable release', '1.0.0', 'jobs 1.0.0 is already the stable release'],
    ['to an unpublished version', '9.0.0', 'jobs 9.0.0 is not published'],
  ])('refuses %s', (_case, version, message) => {
    expect(() => rollback(jobs(), 'jobs', version)).toThrow(message);
  });
});
