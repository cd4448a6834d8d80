import {
  moduleBuild,
  registryModule,
  registryOf,
  shellBuild,
  shellRelease,
} from '@dps/release-store/testing/releases';
import { replaceRelease, replaceShell } from './replace-release.ts';

describe('replaceRelease', () => {
  it('returns the same registry when nothing changed', () => {
    const before = registryOf(['jobs']);
    expect(replaceRelease(before, moduleBuild('jobs'))).toBe(before);
  });

  it('replaces the release of the same version and keeps the last good one', () => {
    const before = registryOf([registryModule('jobs', ['1.1.0', '1.0.0'], { lastGood: '1.0.0' })]);
    const build = { ...moduleBuild('jobs', '1.1.0'), title: 'Work', entry: 'assets/page.1b1b1b1b.js' };
    expect(replaceRelease(before, build).modules).toEqual([
      {
        ...before.modules[0],
        title: 'Work',
        releases: {
          ...before.modules[0]?.releases,
          '1.1.0': { ...before.modules[0]?.releases['1.1.0'], entry: 'assets/page.1b1b1b1b.js' },
        },
      },
    ]);
  });

  it('makes a new version stable and the previous one the last good release', () => {
    const after = replaceRelease(registryOf(['jobs']), moduleBuild('jobs', '1.1.0'));
    expect(after.modules[0]).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0' });
    expect(Object.keys(after.modules[0]?.releases ?? {})).toEqual(['1.0.0', '1.1.0']);
  });

  it('keeps the modules of other teams', () => {
    const after = replaceRelease(registryOf(['weather']), moduleBuild('jobs'));
    expect(after.modules.map(({ name }) => name)).toEqual(['jobs', 'weather']);
  });
});

describe('replaceShell', () => {
  it('creates the registry of an empty store', () => {
    expect(replaceShell(undefined, shellBuild())).toMatchObject({ shell: shellRelease(), modules: [] });
  });

  it('returns the same registry when nothing changed', () => {
    const before = registryOf(['jobs']);
    expect(replaceShell(before, shellBuild())).toBe(before);
  });

  it('replaces the shell of the same version without a fallback', () => {
    const preload = ['assets/frame.0c0c0c0c.js'];
    expect(replaceShell(registryOf(['jobs']), { ...shellBuild(), preload })).toEqual({
      ...registryOf(['jobs']),
      shell: { ...shellRelease(), preload },
    });
  });

  it('keeps the shell of another version as the fallback', () => {
    const after = replaceShell(registryOf(['jobs']), shellBuild('1.1.0'));
    expect(after).toMatchObject({ shell: { version: '1.1.0' }, previousShell: { version: '1.0.0' } });
  });
});
