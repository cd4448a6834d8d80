import type { ModuleChoice, RegistryModule } from '@dps/contract';
import type { ModuleHistory, PastLoad } from '../../modules/document-releases.ts';
import { aModule } from '../../testing/registry.ts';
import { moduleReport, reportText } from './module-report.ts';

const at = new Date(2026, 10, 2, 14, 3, 12).getTime();
const nothing: ModuleHistory = { running: undefined, loads: [], failures: [] };
const load = (facts: Partial<PastLoad> = {}): PastLoad => ({
  module: 'jobs',
  version: '1.0.0',
  outcome: 'loaded',
  ms: 120,
  at,
  ...facts,
});
const chosen = (choice: ModuleChoice): RegistryModule => ({
  ...aModule('jobs'),
  canary: { version: '1.0.0', percent: 5, salt: 'a' },
  choice,
});
const report = (module: RegistryModule, history: ModuleHistory = nothing, contract = '1.0.0') =>
  moduleReport(module, history, { contract });

it('states the owner in the complete registry, or else in that of the page', () => {
  const owned = { ...aModule('jobs'), owner: 'Surveys' };
  expect(report(owned).owner).toBe('Surveys');
  const full = { ...owned, owner: 'Field work' };
  expect(moduleReport(owned, nothing, { full }).owner).toBe('Field work');
  expect(report(aModule('jobs')).owner).toBeUndefined();
});

describe('the reason for a version', () => {
  it.each<[ModuleChoice, string]>([
    [{ reason: 'stable', promoted: '1.0.0' }, 'The stable release.'],
    [{ reason: 'canary', promoted: '0.9.0' }, 'you are among the 5 of a hundred users who have it first'],
    [{ reason: 'fits', promoted: '2.0.0' }, 'The stable release 2.0.0 does not fit'],
    [
      { reason: 'override', promoted: '0.9.0', source: 'http://localhost:4300' },
      'Chosen for this tab: http://localhost:4300. The stable release is 0.9.0.',
    ],
    [{ reason: 'override', promoted: '', source: 'http://localhost:4300' }, 'It has no stable release.'],
  ])('%j', (choice, expected) => {
    expect(report(chosen(choice)).why).toEqual([expect.stringContaining(expected)]);
  });

  it('names no group of users, and reports that no release fits the shell', () => {
    const { canary: _canary, ...module } = chosen({ reason: 'canary', promoted: '0.9.0' });
    expect(report(module).why[0]).toContain('you are in a group of users who have it first');
    const other = chosen({ reason: 'stable', promoted: '1.0.0' });
    expect(report(other, nothing, '2.0.0').why[0]).toContain('No release fits the contract');
  });

  it('names the failed release, and the one that runs instead if there is one', () => {
    const failures = [{ module: 'jobs', version: '1.0.0', what: 'it threw' }];
    const loads = [load({ outcome: 'fallback', shown: '0.9.0' })];
    const replaced = report(aModule('jobs'), { running: '0.9.0', loads, failures });
    expect(replaced).toMatchObject({ version: '0.9.0', status: 'runs' });
    expect(replaced.why).toContain('1.0.0 failed: it threw; the last good release runs.');
    const failed = report(aModule('jobs'), {
      ...nothing,
      loads: [load({ outcome: 'unavailable' })],
      failures,
    });
    expect(failed).toMatchObject({ status: 'failed', loaded: 'It could not be loaded' });
    expect(failed.why).toContain('1.0.0 failed: it threw.');
  });
});

it('shows the time of the first load and counts the failures', () => {
  const loads = [load(), load({ outcome: 'retried' }), load({ outcome: 'unavailable' })];
  expect(report(aModule('jobs'), { running: '1.0.0', loads, failures: [] }).loaded).toMatch(
    /^Loaded at 2:03:12.PM \S+ in 120 ms; 1 at the second attempt, 1 not at all$/,
  );
  expect(report(aModule('jobs')).loaded).toBe('Not needed by a page yet');
});

it('lists the other releases, newest first', () => {
  const { releases } = aModule('jobs');
  const release = releases['1.0.0'];
  if (!release) throw new Error('The fixture has no release');
  const full = { ...aModule('jobs'), releases: { '1.2.0': release, '1.0.0': release, '1.10.0': release } };
  expect(moduleReport(aModule('jobs'), nothing, { full }).others).toEqual(['1.10.0', '1.2.0']);
});

it('formats each part as one line of text', () => {
  expect(reportText(['Registry revision 7'], [report(aModule('jobs'))])).toBe(
    'Registry revision 7\njobs 1.0.0 | The stable release. | Not needed by a page yet | needs ^1.0.0',
  );
});
