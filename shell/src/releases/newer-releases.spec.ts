import type { Registry } from '@dps/contract';
import { aModule, aRegistry } from '../testing/registry.ts';
import { hasNewerReleases } from './newer-releases.ts';

const [jobs, next] = [aModule('jobs'), aModule('jobs', { version: '1.1.0' })];
const both = { ...jobs, releases: { ...jobs.releases, ...next.releases } };
const current = aRegistry(jobs);
const later = (registry: Registry): Registry => ({ ...registry, revision: 2 });
const canary = (percent: number) => ({ ...both, canary: { version: '1.1.0', percent, salt: 'a' } });

describe('hasNewerReleases', () => {
  it.each<[string, Registry, boolean]>([
    ['no module was released', current, false],
    ['a release was listed but not promoted', later(aRegistry(both)), false],
    ['a module was promoted', later(aRegistry({ ...both, stable: '1.1.0' })), true],
    ['a module was added', later(aRegistry(jobs, aModule('weather'))), true],
    ['a module was removed', later(aRegistry()), true],
    [
      'another shell was promoted',
      later({ ...current, shell: { ...current.shell, version: '1.1.0' } }),
      true,
    ],
    ['the user is in the cohort of a canary', later(aRegistry(canary(100))), true],
    [
      'the response has an older registry',
      { ...aRegistry({ ...both, stable: '1.1.0' }), revision: 0 },
      false,
    ],
  ])('returns the change when %s', (_case, fetched, expected) => {
    expect(hasNewerReleases(current, fetched, 'dps_cohort=user-7')).toBe(expected);
  });

  it('chooses the stable releases without a cohort cookie', () => {
    expect(hasNewerReleases(current, later(aRegistry(canary(100))), '')).toBe(false);
  });

  it('ignores a module that this tab overrides', () => {
    const choice = { reason: 'override', promoted: '1.0.0', source: '1.1.0' } as const;
    const replaced = aRegistry({ ...both, stable: '1.1.0', choice });
    expect(hasNewerReleases(replaced, later(aRegistry(both)), '')).toBe(false);
  });

  it('ignores the canary that the page runs', () => {
    const running = aRegistry({ ...canary(100), stable: '1.1.0', lastGood: '1.0.0' });
    expect(hasNewerReleases(running, later(aRegistry(canary(100))), 'dps_cohort=user-7')).toBe(false);
  });
});
