import type { ModuleManifest } from '@dps/contract';
import type { BuildFacts } from '../facts/build-facts.ts';
import { PROVIDED, sharedPolicy } from '../policy/shared-policy.ts';
import { moduleViolations, shellViolations, type CheckedModule, type CheckedShell } from './check-release.ts';

const versions = {
  contract: '1.0.0',
  libraries: { react: '19.3.1', 'react-dom': '19.3.1', 'react-redux': '9.3.1', '@emotion/react': '11.14.0' },
};
const react = {
  name: 'react',
  requiredVersion: '^19.3.0',
  singleton: true,
  strictVersion: true,
  bundled: false,
};
const kitData = { ...react, name: '@dps/shared-contracts/ui/data', requiredVersion: '^1.0.0' };
const noFacts: BuildFacts = { consumed: [], provided: [], bundled: [], imports: [] };
const manifest: ModuleManifest = {
  name: 'jobs',
  title: 'Jobs',
  contract: '^1.0.0',
  routes: [{ path: '/jobs', title: 'Jobs', access: 'user', page: 'src/jobs/JobsPage.tsx', roles: undefined }],
  navigation: [],
  widgets: [{ name: 'jobs.card', source: 'src/card/Card.tsx' }],
};

function aModule(facts: Partial<BuildFacts> = {}, rest: Partial<CheckedModule> = {}): CheckedModule {
  return {
    version: '1.0.0',
    facts: { ...noFacts, consumed: [react], ...facts },
    policy: sharedPolicy('module', versions),
    federation: { name: 'mfe_jobs_1_0_0', exposes: ['./module'] },
    manifest,
    contractVersion: '1.0.0',
    kitParts: new Map([['Button', '@dps/ui']]),
    lazySources: new Set(['src/jobs/JobsPage.tsx', 'src/card/Card.tsx']),
    ...rest,
  };
}

const sharing = (change: object) => aModule({ consumed: [{ ...react, ...change }] });
const stating = (change: object) => aModule({}, { manifest: { ...manifest, ...change } });
const withFederation = (name: string, ...exposes: string[]) => aModule({}, { federation: { name, exposes } });
const withContract = (contract: string, contractVersion: string) =>
  aModule({}, { manifest: { ...manifest, contract }, contractVersion });
const rules = (module: CheckedModule) => moduleViolations(module).map(({ rule }) => rule);
const importing = (request: string) => ({ imports: [{ file: 'src/a.tsx', request }] });
const bundling = (name: string) => ({ bundled: [{ name, importedBy: 'src/a.tsx' }] });

describe('moduleViolations', () => {
  it.each([
    ['a valid build', aModule(), []],
    ['an MUI component that the kit does not export', aModule(importing('@mui/material/Stepper')), []],
    ['an entry of the contract', aModule(importing('@dps/contract/client')), []],
    ['the kit', aModule(importing('@dps/ui')), []],
    ['a library of the product', aModule(importing('@dps/flight-logs/formats')), []],
    ['the share key of a kit entry', aModule({ consumed: [kitData] }), []],
    ['an entry below react', aModule({ consumed: [{ ...react, name: 'react/jsx-runtime' }] }), []],

    ['a container without its version', withFederation('mfe_jobs', './module'), ['container-name']],
    ['nothing exposed', withFederation('mfe_jobs_1_0_0'), ['exposed-module']],

    ['a fallback copy', aModule({ consumed: [{ ...react, bundled: true }] }), ['no-fallback-copy']],
    ['a package provided to other modules', aModule({ provided: ['react'] }), ['no-fallback-copy']],
    ['a shared package that is not a singleton', sharing({ singleton: false }), ['shared-policy']],
    ['a shared package without strictVersion', sharing({ strictVersion: false }), ['shared-policy']],
    ['a range that differs from the policy', sharing({ requiredVersion: '^18.0.0' }), ['shared-policy']],
    ['a package outside the policy', sharing({ name: 'yup' }), ['shared-policy', 'shared-available']],
    ['an entry that the shell lacks', sharing({ name: 'react/compiler-runtime' }), ['shared-available']],

    ['a second React', aModule(bundling('react-dom')), ['one-copy']],
    ['a forbidden package', aModule(bundling('moment')), ['forbidden-package']],
    ['all of MUI', aModule(importing('@mui/material')), ['kit-first']],
    ['an MUI component that the kit exports', aModule(importing('@mui/material/Button')), ['kit-first']],
    ['an import of another module', aModule(importing('@dps/mfe-payments')), ['module-boundary']],

    ['a range that includes the contract version', withContract('^1.0.0', '1.2.3'), []],
    ['two ranges, one of which includes it', withContract('^1.1.0 || ^2.0.0', '2.0.0'), []],
    ['a range of another major version', withContract('^2.0.0', '1.9.0'), ['contract-range']],
    ['a range above the contract version', withContract('^1.1.0', '1.0.9'), ['contract-range']],
    ['a page without a source', aModule({}, { lazySources: new Set(['src/card/Card.tsx']) }), ['route-page']],
    [
      'a widget without a source',
      aModule({}, { lazySources: new Set(['src/jobs/JobsPage.tsx']) }),
      ['widget-source'],
    ],
    [
      "another module's widget name",
      stating({ widgets: [{ name: 'payments.card', source: 'src/card/Card.tsx' }] }),
      ['widget-name'],
    ],
    [
      'a path of the gateway',
      stating({ routes: [{ ...manifest.routes[0], path: '/api/jobs' }] }),
      ['reserved-route'],
    ],
    ['a repeated route', stating({ routes: [...manifest.routes, ...manifest.routes] }), ['unique-route']],
  ])('returns the violated rules for %s', (_case, module, expected) =>
    expect(rules(module)).toEqual(expected),
  );

  it('names the file, the package and the replacement', () => {
    expect(moduleViolations(aModule(importing('@mui/material/Button')))).toEqual([
      {
        rule: 'kit-first',
        problem: 'src/a.tsx imports @mui/material/Button, which the kit exports',
        advice: "import { Button } from '@dps/ui'",
      },
    ]);
  });
});

describe('shellViolations', () => {
  const shell: CheckedShell = {
    version: '1.0.0',
    facts: { ...noFacts, provided: [...PROVIDED] },
    policy: sharedPolicy('shell', versions),
    federation: { name: 'shell_1_0_0', exposes: [] },
    firstPackages: ['react', 'react-dom'],
  };

  it.each<[string, CheckedShell, string[]]>([
    ['a valid build', shell, []],
    [
      'a kit entry that no source imports',
      { ...shell, facts: { ...noFacts, provided: PROVIDED.slice(1) } },
      ['shell-provides'],
    ],
    ['yup in the first load', { ...shell, firstPackages: ['react', 'yup'] }, ['first-load']],
    [
      'a container without its version',
      { ...shell, federation: { name: 'shell', exposes: [] } },
      ['container-name'],
    ],
  ])('returns the violated rules for %s', (_case, checked, expected) => {
    expect(shellViolations(checked).map(({ rule }) => rule)).toEqual(expected);
  });
});
