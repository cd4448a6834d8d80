import { withWorkingShell } from './failed-shell.ts';
import type { Registry, ShellRelease } from './registry.ts';

const shell = (version: string): ShellRelease => ({
  version,
  base: `/shell/${version}/`,
  main: [],
  preload: [],
  files: {},
});
const alone: Registry = { revision: 4, shell: shell('1.1.0'), modules: [] };
const registry: Registry = { ...alone, previousShell: shell('1.0.0') };

describe('withWorkingShell', () => {
  it.each([
    ['no cookie', ''],
    ['another cookie', 'dps_cohort=1.1.0'],
    ['a shell that failed before this one came', 'dps_failed_shell=1.0.9'],
  ])('leaves the shell to a browser with %s', (_case, cookies) => {
    expect(withWorkingShell(registry, cookies)).toBe(registry);
  });

  it('gives the shell before it to a browser in which it failed, and nothing to fall back on from there', () => {
    expect(withWorkingShell(registry, 'a=b; dps_failed_shell=1.1.0')).toEqual({
      revision: 4,
      shell: shell('1.0.0'),
      modules: [],
    });
  });

  it('leaves the only shell that there is', () => {
    expect(withWorkingShell(alone, 'dps_failed_shell=1.1.0')).toBe(alone);
  });
});
