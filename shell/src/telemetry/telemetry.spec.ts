import { jest } from '@jest/globals';
import { recordReports } from '../testing/record-reports.ts';
import type { Telemetry } from './telemetry.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const whose = { module: 'jobs', version: '1.2.0' };
const failure = (operation = 'detail') => ({ ...whose, operation, status: 503 });

describe('the telemetry of a page', () => {
  it('reports the events of 5 s together, by kind', () => {
    const { telemetry, reports } = recordReports();
    const thrown = { ...whose, errorName: 'TypeError', message: '' };
    telemetry.failed(failure());
    telemetry.loaded({ ...whose, outcome: 'loaded', ms: 90 });
    jest.advanceTimersByTime(3_900);
    telemetry.crashed({ ...thrown, part: 'page' });
    jest.advanceTimersByTime(1_000);
    telemetry.threw(thrown);
    expect(reports).toEqual([]);
    jest.advanceTimersByTime(100);
    expect(reports).toEqual([
      {
        failures: [{ ...failure(), count: 1 }],
        loads: [{ ...whose, outcome: 'loaded', ms: 90, count: 1 }],
        scriptErrors: [{ ...thrown, count: 1 }],
        crashes: [{ ...thrown, part: 'page', count: 1 }],
      },
    ]);
  });

  it('counts equal events and keeps the id of the first request', () => {
    const { telemetry, reports } = recordReports();
    for (const requestId of ['request-1', 'request-2', 'request-3'])
      telemetry.failed({ ...failure(), requestId });
    telemetry.failed(failure('accept'));
    telemetry.flush();
    expect(reports.map(({ failures }) => failures)).toEqual([
      [
        { ...failure(), requestId: 'request-1', count: 3 },
        { ...failure('accept'), count: 1 },
      ],
    ]);
  });

  it('reports at once when a report is full', () => {
    const { telemetry, reports } = recordReports();
    for (let n = 0; n < 20; n += 1) telemetry.failed(failure(`call-${n}`));
    expect(reports.map(({ failures }) => failures?.length)).toEqual([20]);
    jest.runAllTimers();
    expect(reports).toHaveLength(1);
  });

  it('reports at most a hundred events', () => {
    const { telemetry, reports } = recordReports();
    for (let n = 0; n < 150; n += 1) telemetry.failed(failure(`call-${n}`));
    for (let n = 0; n < 50; n += 1) {
      telemetry.failed(failure());
      jest.runAllTimers();
    }
    expect(reports.flatMap(({ failures }) => failures)).toHaveLength(100);
  });

  it('ignores events, and drops a report, without a network', () => {
    const { telemetry, reports, network } = recordReports();
    network.online = false;
    telemetry.failed(failure('offline'));
    network.online = true;
    telemetry.flush();
    expect(reports).toEqual([]);
    telemetry.failed(failure('of a report'));
    network.online = false;
    jest.runAllTimers();
    network.online = true;
    telemetry.flush();
    expect(reports).toEqual([]);
  });

  it('reports another crash at once, also of a page that is left', () => {
    const { telemetry, reports } = recordReports();
    telemetry.crashed({ ...whose, errorName: 'TypeError', message: '', part: 'page' });
    telemetry.flush();
    expect(reports).toHaveLength(1);
  });

  it('[MODULE-8] reports a crash and a call without a response if the page still exists 1 s later', () => {
    const { telemetry, reports } = recordReports();
    const withoutResponse = { ...failure(), status: 0 };
    const crash = { ...whose, errorName: 'ChunkLoadError', message: '', part: 'page' } as const;
    telemetry.flush();
    telemetry.failed(withoutResponse);
    telemetry.crashed(crash);
    telemetry.flush();
    // No report is empty.
    expect(reports).toEqual([]);
    jest.advanceTimersByTime(1_000);
    telemetry.flush();
    expect(reports).toEqual([
      expect.objectContaining({
        failures: [{ ...withoutResponse, count: 1 }],
        crashes: [{ ...crash, count: 1 }],
      }),
    ]);
  });
});

const FIVE_SECONDS = 5_000;
const canary = { module: 'jobs', version: '1.1.0' };
const stable = { module: 'jobs', version: '1.0.0' };

/** A page with the canary 1.1.0 of `jobs`, and the states that it reports. */
function aPage() {
  const { telemetry, reports } = recordReports(['jobs', '1.1.0']);
  return { telemetry, states: () => reports.flatMap(({ pages = [] }) => pages) };
}
const page = (state: string) => ({ ...canary, state });
const thrown = { errorName: 'TypeError', message: '' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('reports a start at once, that a shown module is fine, and a later failure once', () => {
  const { telemetry, states } = aPage();
  for (const _part of ['page', 'widget']) telemetry.states.started('jobs');
  telemetry.states.started('payments');
  expect(states()).toEqual([page('started')]);
  telemetry.states.shown('jobs');
  jest.advanceTimersByTime(2 * FIVE_SECONDS);
  expect(states()).toEqual([page('started'), page('fine')]);
  for (const _click of [1, 2]) telemetry.threw({ ...canary, ...thrown });
  jest.advanceTimersByTime(FIVE_SECONDS);
  expect(states()).toEqual([page('started'), page('fine'), page('failed')]);
});

it.each([
  ['a shown module as fine that the user leaves early', true, [page('started'), page('fine')]],
  ['a module that is never shown as started only', false, [page('started')]],
])('reports %s', (_what, isShown, expected) => {
  const { telemetry, states } = aPage();
  telemetry.states.started('jobs');
  if (isShown) telemetry.states.shown('jobs');
  else jest.advanceTimersByTime(2 * FIVE_SECONDS);
  telemetry.states.left();
  telemetry.flush();
  expect(states()).toEqual(expected);
});

it.each<[string, (telemetry: Telemetry) => void]>([
  ['a fallback', (telemetry) => telemetry.loaded({ ...canary, outcome: 'fallback', shown: '1.0.0', ms: 1 })],
  ['no release', (telemetry) => telemetry.loaded({ ...canary, outcome: 'unavailable', ms: 1 })],
  ['a crash', (telemetry) => telemetry.crashed({ ...canary, ...thrown, part: 'page' })],
  [
    'a crash of the release that replaced it',
    (telemetry) => telemetry.crashed({ ...stable, ...thrown, part: 'page' }),
  ],
  ['an error in an event handler', (telemetry) => telemetry.threw({ ...canary, ...thrown })],
])('does not report a module as fine after %s', (_case, fail) => {
  const { telemetry, states } = aPage();
  telemetry.states.started('jobs');
  telemetry.states.shown('jobs');
  fail(telemetry);
  jest.advanceTimersByTime(2 * FIVE_SECONDS);
  telemetry.states.left();
  telemetry.flush();
  expect(states()).toEqual([page('started')]);
});
