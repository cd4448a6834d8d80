import { deadlineDay, formatDeadline, formatDeadlineTime, parseDeadline } from './deadline.ts';

describe('parseDeadline', () => {
  it.each([
    ['2026-12-31', '2026-12-31T00:00:00.000Z', false],
    ['2028-02-29', '2028-02-29T00:00:00.000Z', false],
    ['2026-12-31T15:30:00Z', '2026-12-31T15:30:00.000Z', true],
    ['2026-12-31T15:30-05:00', '2026-12-31T20:30:00.000Z', true],
  ])('reads %s', (given, at, hasTime) => {
    expect(parseDeadline(given)).toEqual({ at: new Date(at), hasTime });
  });

  it.each([
    '2026-02-31',
    '2026-02-31T10:00:00Z',
    '2026-13-01',
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

describe('a deadline on screen', () => {
  const dateOnly = { deadline: '2026-12-31T00:00:00.000Z', deadlineHasTime: false };

  it('is the same calendar date in every zone when it has no time', () => {
    expect(deadlineDay(dateOnly)).toBe('2026-12-31');
    expect(formatDeadline(dateOnly)).toBe('Dec 31, 2026');
    expect(formatDeadlineTime(dateOnly)).toBe('TBD');
  });

  it("is in the viewer's zone when it has a time", () => {
    const noon = new Date(2026, 11, 31, 12, 0).toISOString();
    expect(deadlineDay({ deadline: noon, deadlineHasTime: true })).toBe('2026-12-31');
    expect(formatDeadlineTime({ deadline: noon, deadlineHasTime: true })).toBe('12:00 PM');
  });
});
