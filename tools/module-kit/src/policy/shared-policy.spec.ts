import { containerName, releaseBase } from './container-name.ts';
import {
  importPathOf,
  isContractEntry,
  KIT_ENTRIES,
  shareKeyOf,
  sharedPolicy,
  type ContractVersions,
} from './shared-policy.ts';

const versions: ContractVersions = {
  contract: '1.4.2',
  libraries: { react: '19.3.1', 'react-dom': '19.3.1', 'react-redux': '9.3.1', '@emotion/react': '11.14.0' },
};

describe('share keys', () => {
  it.each([
    ['@dps/ui', '@dps/shared-contracts/ui'],
    ['@dps/ui/toast', '@dps/shared-contracts/ui/toast'],
    ['@dps/contract/client', '@dps/shared-contracts/client'],
    ['@dps/contract', '@dps/shared-contracts'],
    ['@dps/ui-of-others', '@dps/ui-of-others'],
    ['react', 'react'],
  ])('%s has the share key %s in every release', (request, key) => {
    expect(shareKeyOf(request)).toBe(key);
    expect(importPathOf(key)).toBe(request);
    expect(sharedPolicy('shell', versions)[request]?.shareKey ?? key).toBe(key);
  });

  it.each([
    ['@dps/contract', true],
    ['@dps/ui/data', true],
    ['@dps/contract-of-others', false],
    ['@dps/mfe-jobs', false],
  ])('%s is an entry of contract or kit: %s', (request, expected) => {
    expect(isContractEntry(request)).toBe(expected);
  });
});

describe('the shared-dependency policy', () => {
  it('shares the same names in the shell and in modules', () => {
    const names = (role: 'shell' | 'module') => Object.keys(sharedPolicy(role, versions));
    expect(names('module')).toEqual(names('shell'));
    const keys = Object.values(sharedPolicy('shell', versions)).flatMap(({ shareKey }) => shareKey ?? []);
    expect(keys).toEqual(KIT_ENTRIES);
    expect(sharedPolicy('shell', versions)['@dps/ui']).toMatchObject({ version: '1.4.2' });
  });

  it('shares every entry as a strict singleton, with copies of all packages in the shell alone', () => {
    const entries = Object.values(sharedPolicy('module', versions));
    for (const entry of entries)
      expect(entry).toMatchObject({ singleton: true, strictVersion: true, import: false });
    expect(Object.values(sharedPolicy('shell', versions)).some((entry) => 'import' in entry)).toBe(false);
  });

  it.each([
    ['the installed version for the shell', undefined, '^1.4.0'],
    ['the range of a module that accepts older versions', '^1.2.0', '^1.2.0'],
    ['the range of a module that accepts two major versions', '^1.4.0 || ^2.0.0', '^1.4.0 || ^2.0.0'],
  ])('requires for the kit %s', (_case, contract, range) => {
    const policy = sharedPolicy(contract === undefined ? 'shell' : 'module', versions, contract);
    for (const key of KIT_ENTRIES) expect(policy[importPathOf(key)]?.requiredVersion).toBe(range);
    for (const name of ['react', 'react/']) expect(policy[name]?.requiredVersion).toBe('^19.3.0');
  });

  it('throws for a library that is not a dependency of the contract', () => {
    expect(() => sharedPolicy('module', { ...versions, libraries: {} })).toThrow('does not depend on react');
  });
});

it.each([
  ['jobs', '1.0.0', 'mfe_jobs_1_0_0', '/modules/jobs/1.0.0/'],
  ['flight-data', '1.0.10', 'mfe_flight_data_1_0_10', '/modules/flight-data/1.0.10/'],
  ['account', '2.0.0-rc.1', 'mfe_account_2_0_0$rc_1', '/modules/account/2.0.0-rc.1/'],
  ['a-0', '2.0.0', 'mfe_a_0_2_0_0', '/modules/a-0/2.0.0/'],
  ['a', '0.2.0-0', 'mfe_a_0_2_0$0', '/modules/a/0.2.0-0/'],
  ['shell', '1.0.0', 'shell_1_0_0', '/shell/1.0.0/'],
])('%s %s has the container name %s and the base path %s', (name, version, container, base) => {
  expect(containerName(name, version)).toBe(container);
  expect(releaseBase(name, version)).toBe(base);
});
