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
  ])('keeps the shell for a browser with %s', (_case, cookies) => {
    expect(withWorkingShell(registry, cookies)).toBe(registry);
  });

  it('returns the previous shell, without a fallback, to a browser in which the shell failed', () => {
    expect(withWorkingShell(registry, 'a=b; dps_failed_shell=1.1.0')).toEqual({
      revision: 4,
      shell: shell('1.0.0'),
      modules: [],
    });
  });

  it('keeps the only shell', () => {
    expect(withWorkingShell(alone, 'dps_failed_shell=1.1.0')).toBe(alone);
  });
});
