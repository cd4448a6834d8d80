import type { RegistryModule } from '@dps/contract';
import { aModule } from '../testing/registry.ts';
import { releaseChain } from './document-releases.ts';

const jobs = aModule('jobs');
const stable = jobs.releases['1.0.0'];
if (!stable) throw new Error('The fixture has no release');
const older = { ...stable, version: '0.9.0', container: 'mfe_jobs_0_9_0' };
const module = { ...jobs, lastGood: '0.9.0', releases: { '1.0.0': stable, '0.9.0': older } };

it.each<[string, RegistryModule, { running?: string; broken?: string[] }, string[]]>([
  ['the stable one, then the last good', module, {}, ['1.0.0', '0.9.0']],
  ['only the stable one without another', jobs, {}, ['1.0.0']],
  ['the running one first', module, { running: '0.9.0' }, ['0.9.0', '1.0.0']],
  ['none that failed', module, { broken: ['mfe_jobs_1_0_0'] }, ['0.9.0']],
  ['none when all have failed', module, { broken: ['mfe_jobs_1_0_0', 'mfe_jobs_0_9_0'] }, []],
  ['a last good one once if it is the stable one', { ...module, lastGood: '1.0.0' }, {}, ['1.0.0']],
  [
    'none after an override that cannot be requested',
    { ...module, choice: { reason: 'override', promoted: '1.0.0', problem: 'it is not there' } },
    {},
    [],
  ],
  ['no release that the registry lacks', { ...module, lastGood: '0.8.0' }, {}, ['1.0.0']],
])(
  'tries %s',
  (_what, candidate: RegistryModule, history: { running?: string; broken?: string[] }, expected) => {
    const chain = releaseChain(candidate, {
      running: new Map(history.running ? [['jobs', history.running]] : []),
      broken: new Set(history.broken),
    });
    expect(chain.map(({ version }) => version)).toEqual(expected);
  },
);
