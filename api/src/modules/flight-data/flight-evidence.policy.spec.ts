import { isFlownBeforeJob } from './flight-evidence.policy.ts';

describe('isFlownBeforeJob', () => {
  const posted = '2026-11-02T10:00:00.000Z';
  it.each([
    ['years before', '2021-05-01T09:00:00.000Z', true],
    ['a millisecond before', '2026-11-02T09:59:59.999Z', true],
    ['at the moment', posted, false],
    ['at the moment, in another zone,', '2026-11-02T12:00:00.000+02:00', false],
    ['a second before, in another zone,', '2026-11-02T11:59:59.000+02:00', true],
    ['after', '2026-11-03T09:00:00.000Z', false],
    ['at an unknown time of', null, false],
  ])('[EVID-17] of a flight %s the job was posted is %j: %j', (_when, startedAt, expected) => {
    expect(isFlownBeforeJob(startedAt, posted)).toBe(expected);
  });
});
