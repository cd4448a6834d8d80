import type { Registry } from '@dps/shared-contracts';
import { moduleBuild, registryModule, registryOf, shellRelease } from '../../test/support/releases.ts';
import { misfits, refuseNewMisfits } from './contract-range.ts';

function withContract(range: string, shell = shellRelease('1.4.0', '1.4.0')): Registry {
  const { name, title, ...release } = moduleBuild('jobs', '1.0.0', range);
  return { ...registryOf({ name, title, stable: '1.0.0', releases: { '1.0.0': release } }), shell };
}
const { contract: _contract, ...oldShell } = shellRelease();

describe('misfits', () => {
  it.each([
    ['^1.0.0', []],
    ['^1.4.0', []],
    ['^1.5.0', ['jobs 1.0.0 needs the contract ^1.5.0, and the shell 1.4.0 provides 1.4.0']],
    ['^2.0.0', ['jobs 1.0.0 needs the contract ^2.0.0, and the shell 1.4.0 provides 1.4.0']],
  ])('of a module that needs %s beside a shell with 1.4.0', (range, expected) => {
    expect(misfits(withContract(range))).toEqual(expected);
  });

  it('also counts the shell that pages fall back on', () => {
    const registry = { ...withContract('^1.4.0'), previousShell: shellRelease('1.3.0', '1.3.0') };
    expect(misfits(registry)).toEqual([
      'jobs 1.0.0 needs the contract ^1.4.0, and the shell 1.3.0 provides 1.3.0',
    ]);
  });

  it('also counts a canary, and no release that nobody gets', () => {
    const { name: _name, title: _title, ...canary } = moduleBuild('jobs', '2.0.0', '^2.0.0');
    const { name: _n, title: _t, ...idle } = moduleBuild('jobs', '3.0.0', '^3.0.0');
    const module = registryModule('jobs', ['1.0.0'], { canary: { version: '2.0.0', percent: 1, salt: 's' } });
    Object.assign(module.releases, { '2.0.0': canary, '3.0.0': idle });
    expect(misfits(registryOf(module))).toEqual([
      'jobs 2.0.0 needs the contract ^2.0.0, and the shell 1.0.0 provides 1.0.0',
    ]);
  });

  it('finds nothing where the contract of the shell is not known', () => {
    expect(misfits(withContract('^9.0.0', oldShell))).toEqual([]);
  });
});

describe('refuseNewMisfits', () => {
  it('refuses a change that makes one, and no change that finds one there', () => {
    const [fits, misfit] = [withContract('^1.0.0'), withContract('^2.0.0')];
    expect(() => refuseNewMisfits(fits, misfit)).toThrow('needs the contract ^2.0.0');
    expect(refuseNewMisfits(misfit, misfit)).toBe(misfit);
  });
});
