import { jest } from '@jest/globals';
import { telemetryBody, type TelemetryBody } from '@dps/contract';
import { Telemetry } from './telemetry.ts';

const FIVE_SECONDS = 5_000;
const canary = { module: 'jobs', version: '1.1.0' };
const stable = { module: 'jobs', version: '1.0.0' };

/** A page with the canary 1.1.0 of `jobs`, and the states that it reports. */
function aPage() {
  const reports: TelemetryBody[] = [];
  const telemetry = new Telemetry(
    { send: (report) => reports.push(telemetryBody.validateSync(report)), isOnline: () => true },
    new Map([['jobs', '1.1.0']]),
  );
  const states = () => reports.flatMap(({ pages = [] }) => pages);
  return { telemetry, states };
}
const page = (state: string) => ({ ...canary, state });
const thrown = { errorName: 'TypeError', message: '' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('reports a start at once, and that a shown module is fine', () => {
  const { telemetry, states } = aPage();
  for (const _part of ['page', 'widget']) telemetry.states.started('jobs');
  telemetry.states.started('payments');
  expect(states()).toEqual([page('started')]);
  telemetry.states.shown('jobs');
  jest.advanceTimersByTime(2 * FIVE_SECONDS);
  expect(states()).toEqual([page('started'), page('fine')]);
});

it('does not report a module as fine that is never shown', () => {
  const { telemetry, states } = aPage();
  telemetry.states.started('jobs');
  jest.advanceTimersByTime(2 * FIVE_SECONDS);
  telemetry.states.left();
  telemetry.flush();
  expect(states()).toEqual([page('started')]);
});

it('reports a shown module as fine that the user leaves early', () => {
  const { telemetry, states } = aPage();
  telemetry.states.started('jobs');
  telemetry.states.shown('jobs');
  telemetry.states.left();
  telemetry.flush();
  expect(states()).toEqual([page('started'), page('fine')]);
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

it('reports a later failure once', () => {
  const { telemetry, states } = aPage();
  telemetry.states.started('jobs');
  telemetry.states.shown('jobs');
  jest.advanceTimersByTime(2 * FIVE_SECONDS);
  for (const _click of [1, 2]) telemetry.threw({ ...canary, ...thrown });
  jest.advanceTimersByTime(FIVE_SECONDS);
  expect(states()).toEqual([page('started'), page('fine'), page('failed')]);
});
