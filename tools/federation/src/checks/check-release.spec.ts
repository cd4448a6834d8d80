import type { ModuleManifest } from '@dps/shared-contracts';
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

const withContract = (contract: string, contractVersion: string) =>
  aModule({}, { manifest: { ...manifest, contract }, contractVersion });
const rules = (module: CheckedModule) => moduleViolations(module).map(({ rule }) => rule);
const importing = (request: string) => ({ imports: [{ file: 'src/a.tsx', request }] });
const bundling = (name: string) => ({ bundled: [{ name, broughtBy: 'src/a.tsx' }] });

describe('a module', () => {
  it.each([
    ['what it should be', aModule(), []],
    ['a part of MUI that the kit lacks', aModule(importing('@mui/material/Stepper')), []],
    ['an entry of the contract', aModule(importing('@dps/shared-contracts/client')), []],
    ['the kit', aModule(importing('@dps/ui')), []],
    ['an entry of the kit', aModule(importing('@dps/ui/data')), []],
    ['the share key of a kit entry', aModule({ consumed: [kitData] }), []],
    ['an entry below react', aModule({ consumed: [{ ...react, name: 'react/jsx-runtime' }] }), []],

    [
      'a container without its version',
      aModule({}, { federation: { name: 'mfe_jobs', exposes: ['./module'] } }),
      ['container-name'],
    ],
    [
      'nothing exposed',
      aModule({}, { federation: { name: 'mfe_jobs_1_0_0', exposes: [] } }),
      ['exposed-module'],
    ],

    ['a fallback copy', aModule({ consumed: [{ ...react, bundled: true }] }), ['no-fallback-copy']],
    ['a package offered to others', aModule({ provided: ['react'] }), ['no-fallback-copy']],
    ['not a singleton', aModule({ consumed: [{ ...react, singleton: false }] }), ['shared-policy']],
    ['not strict', aModule({ consumed: [{ ...react, strictVersion: false }] }), ['shared-policy']],
    ['another range', aModule({ consumed: [{ ...react, requiredVersion: '^18.0.0' }] }), ['shared-policy']],
    [
      'a package outside the policy',
      aModule({ consumed: [{ ...react, name: 'yup' }] }),
      ['shared-policy', 'shared-available'],
    ],
    [
      'an entry that the shell lacks',
      aModule({ consumed: [{ ...react, name: 'react/compiler-runtime' }] }),
      ['shared-available'],
    ],

    ['a second React', aModule(bundling('react-dom')), ['one-copy']],
    ['a router of its own', aModule(bundling('react-router-dom')), ['one-copy']],
    ['a forbidden package', aModule(bundling('moment')), ['forbidden-package']],
    ['all of MUI', aModule(importing('@mui/material')), ['kit-first']],
    ['a part that the kit offers', aModule(importing('@mui/material/Button')), ['kit-first']],
    [
      'another range of the kit',
      aModule({ consumed: [{ ...kitData, requiredVersion: '^2.0.0' }] }),
      ['shared-policy'],
    ],
    ['another module', aModule(importing('@dps/mfe-payments')), ['module-boundary']],
    ['the shell', aModule(importing('@dps/shell')), ['module-boundary']],

    ['a range that has the contract', withContract('^1.0.0', '1.2.3'), []],
    ['two ranges, one of which has it', withContract('^1.1.0 || ^2.0.0', '2.0.0'), []],
    ['another contract', withContract('^2.0.0', '1.9.0'), ['contract-range']],
    ['a newer contract than its own', withContract('^1.1.0', '1.0.9'), ['contract-range']],
    [
      'a page that is not there',
      aModule({}, { lazySources: new Set(['src/card/Card.tsx']) }),
      ['route-page'],
    ],
    [
      'a widget that is not there',
      aModule({}, { lazySources: new Set(['src/jobs/JobsPage.tsx']) }),
      ['widget-source'],
    ],
    [
      "another module's widget name",
      aModule(
        {},
        { manifest: { ...manifest, widgets: [{ name: 'payments.card', source: 'src/card/Card.tsx' }] } },
      ),
      ['widget-name'],
    ],
    [
      'a route twice',
      aModule({}, { manifest: { ...manifest, routes: [...manifest.routes, ...manifest.routes] } }),
      ['unique-route'],
    ],
  ])('with %s', (_what, module, expected) => expect(rules(module)).toEqual(expected));

  it('is told the file, the package and what to write instead', () => {
    expect(moduleViolations(aModule(importing('@mui/material/Button')))).toEqual([
      {
        rule: 'kit-first',
        problem: 'src/a.tsx imports @mui/material/Button, which the kit offers',
        advice: "import { Button } from '@dps/ui'",
      },
    ]);
  });
});

describe('the shell', () => {
  const shell: CheckedShell = {
    version: '1.0.0',
    facts: { ...noFacts, provided: [...PROVIDED] },
    policy: sharedPolicy('shell', versions),
    federation: { name: 'shell_1_0_0', exposes: [] },
    firstPackages: ['react', 'react-dom'],
  };

  it.each<[string, CheckedShell, string[]]>([
    ['everything that modules take', shell, []],
    [
      'a kit entry that nothing refers to',
      { ...shell, facts: { ...noFacts, provided: PROVIDED.slice(1) } },
      ['shell-provides'],
    ],
    ['yup before the first paint', { ...shell, firstPackages: ['react', 'yup'] }, ['first-load']],
    [
      'a container without its version',
      { ...shell, federation: { name: 'shell', exposes: [] } },
      ['container-name'],
    ],
  ])('with %s', (_what, checked, expected) => {
    expect(shellViolations(checked).map(({ rule }) => rule)).toEqual(expected);
  });
});
