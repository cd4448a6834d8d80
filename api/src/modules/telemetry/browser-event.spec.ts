import { eventsOf, isProblem, logFields, outcomeOf } from './browser-event.ts';

const release = { module: 'jobs', version: '1.2.0', count: 3 };
const failure = { ...release, operation: 'detail' };
const load = { ...release, ms: 80 };
const scriptError = { ...release, errorName: 'TypeError', message: 'x is undefined' };

describe('a browser event', () => {
  it.each([
    ['a call without a response', { failures: [{ ...failure, status: 0 }] }, 'no-response', true],
    ['a call that was refused', { failures: [{ ...failure, status: 403 }] }, '4xx', true],
    ['a call that failed', { failures: [{ ...failure, status: 503 }] }, '5xx', true],
    ['a failure without a call', { failures: [failure] }, 'thrown', true],
    ['a load', { loads: [{ ...load, outcome: 'loaded' as const }] }, 'loaded', false],
    ['a fallback', { loads: [{ ...load, outcome: 'fallback' as const }] }, 'fallback', true],
    ['a script error', { scriptErrors: [scriptError] }, 'thrown', true],
    ['a crash', { crashes: [{ ...scriptError, part: 'widget' as const }] }, 'widget', true],
  ])('such as %s is counted by its outcome', (_what, report, outcome, problem) => {
    const events = eventsOf(report);
    expect(events.map(outcomeOf)).toEqual([outcome]);
    expect(events.map(isProblem)).toEqual([problem]);
  });

  it.each([
    ['TypeError', 'TypeError'],
    ['BuyNow', 'Error'],
  ])('with the class %s is logged as %s', (errorName, logged) => {
    const [event] = eventsOf({ scriptErrors: [{ ...scriptError, errorName }] });
    expect(event && logFields(event)).toMatchObject({ kind: 'script-error', errorName: logged });
  });

  it('is logged with the id of the failed request instead of the report', () => {
    const [event] = eventsOf({ failures: [{ ...failure, requestId: 'trace-1234' }] });
    expect(event && logFields(event)).toEqual({
      ...failure,
      kind: 'failure',
      failedRequestId: 'trace-1234',
    });
  });
});
