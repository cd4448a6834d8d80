import { registryOf, shellBuild, shellRelease } from '../store/testing/releases.ts';
import { promoteShell, rollbackShell, startShellCanary, stopShellCanary } from './choose-shell.ts';

const registry = registryOf(['jobs']);

it('promoteShell creates the registry of an empty store, and refuses the active shell', () => {
  const first = { revision: 0, shell: shellRelease(), modules: [] };
  expect(promoteShell(undefined, shellBuild())).toEqual(first);
  expect(() => promoteShell(registry, shellBuild())).toThrow('The shell 1.0.0 is already the stable release');
});

it('promoteShell keeps the previous shell as the fallback, which rollbackShell restores', () => {
  const after = promoteShell(registry, shellBuild('1.1.0'));
  expect(after).toEqual({ ...registry, shell: shellRelease('1.1.0'), previousShell: shellRelease() });
  expect(rollbackShell(after)).toEqual(registry);
  expect(() => rollbackShell(registry)).toThrow('has no earlier shell');
});

describe('startShellCanary', () => {
  const start = (percent: number, version?: string, before = registry) =>
    startShellCanary(before, version === undefined ? undefined : shellBuild(version), {
      share: { percent },
      newSalt: `salt ${percent}`,
    });

  it('starts and resizes a canary, whose users keep it', () => {
    const started = start(5, '1.1.0');
    expect(started).toEqual({
      ...registry,
      shellCanary: { percent: 5, salt: 'salt 5', shell: shellRelease('1.1.0') },
    });
    expect(start(50, undefined, started).shellCanary).toMatchObject({ percent: 50, salt: 'salt 5' });
    expect(start(50, '1.2.0', started).shellCanary).toMatchObject({ percent: 50, salt: 'salt 50' });
  });

  it('has named users', () => {
    const share = { percent: 0, accounts: [7] };
    const started = startShellCanary(start(5, '1.1.0'), undefined, { share, newSalt: 'new' });
    expect(started.shellCanary).toEqual({ ...share, salt: 'salt 5', shell: shellRelease('1.1.0') });
  });

  it('ends with a stop, a promotion and a rollback', () => {
    const started = start(5, '1.1.0');
    expect(stopShellCanary(started)).toEqual(registry);
    expect(promoteShell(started, shellBuild('1.1.0')).shellCanary).toBeUndefined();
    expect(rollbackShell({ ...started, previousShell: shellRelease('0.9.0') }).shellCanary).toBeUndefined();
  });

  it('refuses the stable shell, a missing version, and a stop without a canary', () => {
    expect(() => start(5, '1.0.0')).toThrow('The shell 1.0.0 is already the stable release.');
    expect(() => start(5)).toThrow('Name the version: canary shell <version> --percent 5');
    expect(() => stopShellCanary(registry)).toThrow('The shell has no canary.');
  });
});
