import { eventsOf, isTrouble, logFields, outcomeOf } from './browser-event.ts';

const whose = { module: 'jobs', version: '1.2.0', count: 3 };
const failure = { ...whose, operation: 'detail' };
const load = { ...whose, ms: 80 };
const thrown = { ...whose, errorName: 'TypeError', message: 'x is undefined' };

describe('an event of a browser', () => {
  it.each([
    ['a call that got no answer', { failures: [{ ...failure, status: 0 }] }, 'unanswered', true],
    ['a call that was refused', { failures: [{ ...failure, status: 403 }] }, '4xx', true],
    ['a call that failed', { failures: [{ ...failure, status: 503 }] }, '5xx', true],
    ['a failure without a call', { failures: [failure] }, 'thrown', true],
    ['a load', { loads: [{ ...load, outcome: 'loaded' as const }] }, 'loaded', false],
    ['a fallback', { loads: [{ ...load, outcome: 'fallback' as const }] }, 'fallback', true],
    ['a script error', { scriptErrors: [thrown] }, 'thrown', true],
    ['a crash', { crashes: [{ ...thrown, part: 'widget' as const }] }, 'widget', true],
  ])('such as %s is counted by its outcome', (_what, report, outcome, trouble) => {
    const events = eventsOf(report);
    expect(events.map(outcomeOf)).toEqual([outcome]);
    expect(events.map(isTrouble)).toEqual([trouble]);
  });

  it('is logged with the id of the request that failed, which is not that of the report', () => {
    const [event] = eventsOf({ failures: [{ ...failure, requestId: 'trace-1234' }] });
    expect(event && logFields(event)).toEqual({
      ...failure,
      kind: 'failure',
      failedRequestId: 'trace-1234',
    });
  });
});
