import type { Registry } from '@dps/contract';
import { registryOf, shellBuild, shellRelease } from '../store/testing/releases.ts';
import { replaceShell } from './add-release.ts';
import { promote, retire, rollback, startCanary, stopCanary } from './choose-release.ts';
import { findPart, shellPart, withPart, type Part } from './parts.ts';

const registry = registryOf(['jobs']);

/** Changes the shell, with a release that the registry does not list. */
function changed(before: Registry, change: (part: Part) => Part, version = '1.1.0'): Registry {
  const part = shellPart(before);
  const releases = { [version]: shellRelease(version), ...part.releases };
  return withPart(before, change({ ...part, releases }));
}

it('replaces and finds a module by its name', () => {
  const jobs = findPart(registry, 'jobs');
  expect(withPart(registry, jobs)).toEqual(registry);
  expect(withPart(registry, { ...jobs, stable: '1.1.0' }).modules[0]).toMatchObject({ stable: '1.1.0' });
  expect(() => findPart(registry, 'job')).toThrow('There is no module job. The registry has jobs.');
});

describe('the shell', () => {
  it('creates the registry of an empty store', () => {
    const first = { revision: 0, shell: shellRelease(), modules: [] };
    expect(replaceShell(undefined, shellBuild())).toEqual(first);
  });

  it('keeps the previous shell as the fallback, which a rollback restores', () => {
    const after = changed(registry, (part) => promote(part, '1.1.0'));
    expect(after).toEqual({ ...registry, shell: shellRelease('1.1.0'), previousShell: shellRelease() });
    expect(replaceShell(registry, shellBuild('1.1.0'))).toEqual(after);
    expect(changed(after, rollback)).toEqual(registry);
    expect(() => changed(registry, rollback)).toThrow(/has no last good release.*shell --to <version>$/);
    expect(() => changed(registry, (part) => promote(part, '1.0.0'))).toThrow(
      'shell 1.0.0 is already the stable release',
    );
  });

  it('starts and resizes a canary, whose users keep it', () => {
    const start = (percent: number, version?: string, before = registry) =>
      changed(
        before,
        (part) => startCanary(part, { version, share: { percent }, newSalt: `salt ${percent}` }),
        version,
      );
    const started = start(5, '1.1.0');
    const shellCanary = { percent: 5, salt: 'salt 5', shell: shellRelease('1.1.0') };
    expect(started).toEqual({ ...registry, shellCanary });
    expect(start(50, undefined, started).shellCanary).toEqual({ ...shellCanary, percent: 50 });
    expect(start(50, '1.2.0', started).shellCanary).toMatchObject({ percent: 50, salt: 'salt 50' });
    expect(() => start(5)).toThrow('Name the version: canary shell <version> --percent 5');
    expect(changed(started, stopCanary)).toEqual(registry);
    expect(() => changed(registry, stopCanary)).toThrow('shell has no canary.');
    expect(changed(started, (part) => promote(part)).shellCanary).toBeUndefined();
    const withFallback = { ...started, previousShell: shellRelease('0.9.0') };
    expect(changed(withFallback, rollback)).toEqual({ ...registry, shell: shellRelease('0.9.0') });
  });

  it('cannot be retired', () => {
    expect(() => changed(registry, retire)).toThrow('The shell cannot be retired');
  });
});
