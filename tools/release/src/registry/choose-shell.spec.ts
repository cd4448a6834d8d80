import { registryModule, registryOf, shellBuild, shellRelease } from '../../test/support/releases.ts';
import { promoteShell, rollbackShell } from './choose-shell.ts';

const registry = registryOf(registryModule('jobs', ['1.0.0']));

describe('promoteShell', () => {
  it('begins a store', () => {
    expect(promoteShell(undefined, shellBuild())).toEqual({
      revision: 0,
      shell: shellRelease(),
      modules: [],
    });
  });

  it('keeps the shell before as what pages fall back on', () => {
    const after = promoteShell(registry, shellBuild('1.1.0'));
    expect(after).toEqual({ ...registry, shell: shellRelease('1.1.0'), previousShell: shellRelease() });
  });

  it('refuses the shell that runs', () => {
    expect(() => promoteShell(registry, shellBuild())).toThrow('The shell 1.0.0 is what everybody has');
  });
});

describe('rollbackShell', () => {
  it('goes back to the shell before, and does not fall back on the one it leaves', () => {
    expect(rollbackShell(promoteShell(registry, shellBuild('1.1.0')))).toEqual(registry);
  });

  it('refuses where none is known', () => {
    expect(() => rollbackShell(registry)).toThrow('knows of no earlier shell');
  });
});
