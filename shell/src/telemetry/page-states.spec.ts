import { jest } from '@jest/globals';
import { recordReports } from '../testing/record-reports.ts';
import type { Telemetry } from './telemetry.ts';

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
