import type { Registry } from '@dps/contract';
import { moduleBuild, registryModule, registryOf, shellRelease } from '../store/testing/releases.ts';
import { contractMismatches, refuseNewMismatches } from './contract-range.ts';

function withContract(range: string, shell = shellRelease('1.4.0', '1.4.0')): Registry {
  const { name, title, ...release } = moduleBuild('jobs', '1.0.0', range);
  return { ...registryOf([{ name, title, stable: '1.0.0', releases: { '1.0.0': release } }]), shell };
}
const { contract: _contract, ...oldShell } = shellRelease();

describe('contractMismatches', () => {
  it.each([
    ['^1.0.0', []],
    ['^1.4.0', []],
    ['^1.5.0', ['jobs 1.0.0 needs the contract ^1.5.0, and the shell 1.4.0 provides 1.4.0']],
    ['^2.0.0', ['jobs 1.0.0 needs the contract ^2.0.0, and the shell 1.4.0 provides 1.4.0']],
  ])('checks a module that needs %s against a shell with 1.4.0', (range, expected) => {
    expect(contractMismatches(withContract(range))).toEqual(expected);
  });

  it('checks the previous shell', () => {
    const registry = { ...withContract('^1.4.0'), previousShell: shellRelease('1.3.0', '1.3.0') };
    expect(contractMismatches(registry)).toEqual([
      'jobs 1.0.0 needs the contract ^1.4.0, and the shell 1.3.0 provides 1.3.0',
    ]);
  });

  it('checks a canary, and no inactive release', () => {
    const { name: _name, title: _title, ...canary } = moduleBuild('jobs', '2.0.0', '^2.0.0');
    const { name: _n, title: _t, ...idle } = moduleBuild('jobs', '3.0.0', '^3.0.0');
    const module = registryModule('jobs', ['1.0.0'], { canary: { version: '2.0.0', percent: 1, salt: 's' } });
    Object.assign(module.releases, { '2.0.0': canary, '3.0.0': idle });
    expect(contractMismatches(registryOf([module]))).toEqual([
      'jobs 2.0.0 needs the contract ^2.0.0, and the shell 1.0.0 provides 1.0.0',
    ]);
  });

  it('returns none for a shell without a contract', () => {
    expect(contractMismatches(withContract('^9.0.0', oldShell))).toEqual([]);
  });
});

describe('refuseNewMismatches', () => {
  it('refuses a change with a new mismatch, and accepts an existing one', () => {
    const [fits, mismatch] = [withContract('^1.0.0'), withContract('^2.0.0')];
    expect(() => refuseNewMismatches(fits, mismatch)).toThrow('needs the contract ^2.0.0');
    expect(refuseNewMismatches(mismatch, mismatch)).toBe(mismatch);
  });
});
