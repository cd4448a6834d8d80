import {
  countFlights,
  evidenceWarnings,
  type LogContext,
  type PilotFlight,
} from './evidence-warnings.policy.ts';

const PILOT = 2;
const CLIENT = 3;
const EARLIER = { jobId: 5, flightNumber: 'FL-007', pilotId: PILOT, clientId: CLIENT };
const CONTEXT: LogContext = {
  postedAt: '2026-11-02T10:00:00+00:00',
  acceptedAt: '2026-11-03T10:00:00.123456+00:00',
  deadline: '2026-11-30T00:00:00+00:00',
  deadlineHasTime: false,
  sameLog: null,
  overlapping: null,
  metersFromArea: null,
  isIncomplete: false,
};
const POSTED = '2026-11-02T10:00:00.000Z';
const ACCEPTED = '2026-11-03T10:00:00.123Z';
const DEADLINE = '2026-11-30T00:00:00.000Z';
const warningsAt = (
  startedAt: string | null,
  context: Partial<LogContext> = {},
  reader: number | null = null,
) => evidenceWarnings(startedAt, { ...CONTEXT, ...context }, reader);

describe('evidenceWarnings', () => {
  it.each([
    ['years before', '2021-05-01T09:00:00.000Z', [{ code: 'before-posting', at: POSTED }]],
    ['a millisecond before', '2026-11-02T09:59:59.999Z', [{ code: 'before-posting', at: POSTED }]],
    [
      'a second before, in another zone',
      '2026-11-02T11:59:59+02:00',
      [{ code: 'before-posting', at: POSTED }],
    ],
    ['at the posting', POSTED, [{ code: 'before-acceptance', at: ACCEPTED }]],
    [
      'a millisecond before the acceptance',
      '2026-11-03T10:00:00.122Z',
      [{ code: 'before-acceptance', at: ACCEPTED }],
    ],
    ['at the acceptance', ACCEPTED, []],
    ['while the date of the deadline lasts on Earth', '2026-12-01T11:59:59.999Z', []],
    [
      'after the date of the deadline',
      '2026-12-01T12:00:00.000Z',
      [{ code: 'after-deadline', at: DEADLINE }],
    ],
    ['at an unknown time', null, []],
  ])('[EVID-17] compares a start %s with posting, acceptance and deadline', (_when, startedAt, expected) => {
    expect(warningsAt(startedAt)).toEqual(expected);
  });

  it.each([
    ['2026-11-30T00:15:00.000Z', []],
    ['2026-11-30T00:15:00.001Z', [{ code: 'after-deadline', at: DEADLINE }]],
  ])('[EVID-17] allows 15 minutes after a deadline with a time: %s', (startedAt, expected) => {
    expect(warningsAt(startedAt, { deadlineHasTime: true })).toEqual(expected);
  });

  it.each([
    [null, []],
    [0, []],
    [2000, []],
    [2001, [{ code: 'away-from-area', meters: 2001 }]],
  ])('[EVID-34] names a flight that is farther than 2 km from the area: %s m', (metersFromArea, expected) => {
    expect(warningsAt(ACCEPTED, { metersFromArea })).toEqual(expected);
  });

  it('[EVID-31] names a log without a part of the flight, in addition to its time', () => {
    const codes = warningsAt(POSTED, { isIncomplete: true }).map(({ code }) => code);
    expect(codes).toEqual(['before-acceptance', 'incomplete-log']);
  });

  it('[EVID-17] compares with the posting alone if the acceptance is unknown', () => {
    expect(warningsAt(POSTED, { acceptedAt: null })).toEqual([]);
  });

  const named = { jobId: 5, flightNumber: 'FL-007' };
  it.each([
    ['its pilot', PILOT, named],
    ['its client', CLIENT, named],
    ['another user', 4, {}],
    ['a reader without a session', null, {}],
  ])('[EVID-19] names the earlier record with the log to %s only by right', (_who, reader, names) => {
    expect(warningsAt(null, { sameLog: EARLIER }, reader)).toEqual([{ code: 'log-used-before', ...names }]);
    expect(warningsAt(ACCEPTED, { overlapping: EARLIER }, reader)).toEqual([
      { code: 'overlapping-flight', ...names },
    ]);
  });

  it('[EVID-19] names the time and the earlier record, and the same log before an overlap', () => {
    const codes = warningsAt('2021-05-01T09:00:00.000Z', { sameLog: EARLIER, overlapping: EARLIER });
    expect(codes.map(({ code }) => code)).toEqual(['before-posting', 'log-used-before']);
  });
});

describe('countFlights', () => {
  const flight = (values: Partial<PilotFlight> = {}): PilotFlight => ({
    jobId: 7,
    duration: 30,
    isFinished: true,
    startedAt: ACCEPTED,
    context: CONTEXT,
    ...values,
  });
  it.each<[string, PilotFlight[], number, number]>([
    ['no flights', [], 0, 0],
    ['two logs of a job', [flight(), flight()], 60, 1],
    ['logs of two jobs', [flight(), flight({ jobId: 8 })], 60, 2],
    ['a log of a job in progress', [flight({ isFinished: false })], 30, 0],
    ['a flight without a log', [flight({ context: null, startedAt: null })], 30, 0],
    ['a log with a warning', [flight({ startedAt: '2021-05-01T09:00:00.000Z' })], 0, 0],
  ])('[PCARD-5, PCARD-6] counts %s', (_what, flights, flightMinutes, jobsWithEvidence) => {
    expect(countFlights(flights)).toEqual({ flightMinutes, jobsWithEvidence });
  });
});
