import { moduleBuild, registryOf, shellRelease } from '@dps/release-store/testing/releases';
import { nextRegistry } from './next-registry.ts';

describe('nextRegistry', () => {
  it('begins with revision 1 and every module at the version that was built', () => {
    const registry = nextRegistry(undefined, 0, shellRelease(), [
      moduleBuild('payments'),
      moduleBuild('jobs'),
    ]);
    expect(registry).toEqual(registryOf(['jobs', 'payments']));
  });

  it('stays as it is when nothing changed', () => {
    const before = registryOf(['jobs'], 7);
    expect(nextRegistry(before, 7, shellRelease(), [moduleBuild('jobs')])).toBe(before);
  });

  it('grows by one revision when a build changed', () => {
    const build = { ...moduleBuild('jobs'), title: 'Work' };
    const after = nextRegistry(registryOf(['jobs'], 7), 7, shellRelease(), [build]);
    expect(after).toMatchObject({ revision: 8, modules: [{ title: 'Work' }] });
  });

  it('keeps the version before as the last good one', () => {
    const after = nextRegistry(registryOf(['jobs']), 1, shellRelease(), [moduleBuild('jobs', '1.1.0')]);
    expect(after.modules[0]).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0' });
    expect(Object.keys(after.modules[0]?.releases ?? {})).toEqual(['1.0.0', '1.1.0']);
  });

  it('remembers the last good version while the stable one is built again', () => {
    const first = nextRegistry(registryOf(['jobs']), 1, shellRelease(), [moduleBuild('jobs', '1.1.0')]);
    const rebuilt = { ...moduleBuild('jobs', '1.1.0'), title: 'Work' };
    const second = nextRegistry(first, 2, shellRelease(), [rebuilt]);
    expect(second.modules[0]).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0' });
  });

  it('keeps a module that another team has released into the store', () => {
    const after = nextRegistry(registryOf(['weather']), 1, shellRelease(), [moduleBuild('jobs')]);
    expect(after.modules.map(({ name }) => name)).toEqual(['jobs', 'weather']);
  });
});
