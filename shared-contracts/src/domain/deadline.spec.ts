import {
  deadlineDay,
  deadlinesDiffer,
  formatDeadline,
  formatDeadlineTime,
  formatInstant,
  formatInstantUtc,
  hasPassed,
  parseDeadline,
} from './deadline.ts';

describe('parseDeadline', () => {
  it.each([
    ['2026-12-31', '2026-12-31T00:00:00.000Z', false],
    ['2028-02-29', '2028-02-29T00:00:00.000Z', false],
    ['2026-12-31T15:30:00Z', '2026-12-31T15:30:00.000Z', true],
    ['2026-12-31T15:30-05:00', '2026-12-31T20:30:00.000Z', true],
  ])('[ENTITY-13] reads %s', (given, at, hasTime) => {
    expect(parseDeadline(given)).toEqual({ at: new Date(at), hasTime });
  });

  it.each([
    '2026-02-31',
    '2026-13-01',
    '2026-02-31T10:00:00Z',
    '31.12.2026',
    '2026-12-31T25:00Z',
    '2026-12-31T10:00',
    '9999-12-31T23:59-00:01',
    '0001-01-01T00:00+00:01',
    '',
  ])('refuses %p', (given) => {
    expect(parseDeadline(given)).toBeNull();
  });
});

const deadlineOf = (text: string) => {
  const deadline = parseDeadline(text);
  if (!deadline) throw new Error(`${text} is no deadline`);
  return deadline;
};

describe('hasPassed', () => {
  it.each([
    // 31 December lasts 12 hours longer in UTC-12.
    ['2026-12-31', '2027-01-01T11:59:59.999Z', false],
    ['2026-12-31', '2027-01-01T12:00:00.000Z', true],
    ['2027-01-01', '2026-12-31T12:00:00.000Z', false],
    ['2026-12-31T15:30:00Z', '2026-12-31T15:45:00.000Z', false],
    ['2026-12-31T15:30:00Z', '2026-12-31T15:45:00.001Z', true],
    ['2026-12-31T15:30:00-05:00', '2026-12-31T20:40:00.000Z', false],
  ])('[ENTITY-27] of %s at %s: %s', (text, now, expected) => {
    expect(hasPassed(deadlineOf(text), new Date(now))).toBe(expected);
  });
});

describe('deadlinesDiffer', () => {
  it.each([
    ['2026-12-31', '2026-12-31', false],
    ['2026-12-31', '2027-01-01', true],
    ['2026-12-31', '2026-12-31T00:00:00Z', true],
    ['2026-12-31T15:30:00Z', '2026-12-31T15:30:59Z', false],
    ['2026-12-31T15:30:00Z', '2026-12-31T10:30:00-05:00', false],
    ['2026-12-31T15:30:00Z', '2026-12-31T15:31:00Z', true],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(deadlinesDiffer(deadlineOf(one), deadlineOf(other))).toBe(expected);
  });
});

describe('a deadline on screen', () => {
  const dateOnly = { deadline: '2026-12-31T00:00:00.000Z', deadlineHasTime: false };

  it('[SCHED-6, ENTITY-15] is the same calendar date in every zone when it has no time', () => {
    expect(deadlineDay(dateOnly)).toBe('2026-12-31');
    expect(formatDeadline(dateOnly)).toBe('Dec 31, 2026');
    expect(formatDeadlineTime(dateOnly)).toBe('TBD');
  });

  it("[ENTITY-16] is in the viewer's zone when it has a time", () => {
    const noon = new Date(2026, 11, 31, 12, 0).toISOString();
    expect(deadlineDay({ deadline: noon, deadlineHasTime: true })).toBe('2026-12-31');
    expect(formatDeadlineTime({ deadline: noon, deadlineHasTime: true })).toBe('12:00 PM');
  });
});

describe('an instant with its zone', () => {
  it('[EVID-32] is in UTC for readers in several zones', () => {
    expect(formatInstantUtc('2026-12-31T23:04:59.000-05:00')).toBe('Jan 1, 2027, 4:04 AM UTC');
  });

  it("[EVID-32] is in the viewer's zone on screens, with its name", () => {
    const instant = '2026-12-31T14:04:00.000Z';
    const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value;
    const local = new Date(instant);
    expect(formatInstant(instant)).toContain(`${local.getHours() % 12 || 12}:`);
    expect(formatInstant(local.getTime())).toMatch(
      new RegExp(String.raw` [AP]M ${zone?.replace('+', '\\+')}$`),
    );
  });
});
