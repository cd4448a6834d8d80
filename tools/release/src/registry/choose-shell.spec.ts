import { registryOf, shellBuild, shellRelease } from '@dps/release-store/testing/releases';
import { promoteShell, rollbackShell } from './choose-shell.ts';

const registry = registryOf(['jobs']);

describe('promoteShell', () => {
  it('creates the registry of an empty store', () => {
    expect(promoteShell(undefined, shellBuild())).toEqual({
      revision: 0,
      shell: shellRelease(),
      modules: [],
    });
  });

  it('keeps the previous shell as the fallback', () => {
    const after = promoteShell(registry, shellBuild('1.1.0'));
    expect(after).toEqual({ ...registry, shell: shellRelease('1.1.0'), previousShell: shellRelease() });
  });

  it('refuses the active shell', () => {
    expect(() => promoteShell(registry, shellBuild())).toThrow(
      'The shell 1.0.0 is already the stable release',
    );
  });
});

describe('rollbackShell', () => {
  it('restores the previous shell, without a fallback', () => {
    expect(rollbackShell(promoteShell(registry, shellBuild('1.1.0')))).toEqual(registry);
  });

  it('refuses without an earlier shell', () => {
    expect(() => rollbackShell(registry)).toThrow('has no earlier shell');
  });
});
