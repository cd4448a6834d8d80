import { readValues, writeValues } from '../url-state/url-values.ts';
import { scheduleUrl, badgeLabel, badgeTone, dayByKey } from './schedule.ts';

const NOVEMBER_2026 = [2026, 10] as const;
const MAY_2026 = [2026, 4] as const;
const AUGUST_2026 = [2026, 7] as const;
const OCTOBER_2026 = [2026, 9] as const;

describe('dayByKey', () => {
  it.each([
    ['ArrowRight', NOVEMBER_2026, 14, 15],
    ['ArrowRight', NOVEMBER_2026, 30, null],
    ['ArrowLeft', NOVEMBER_2026, 15, 14],
    ['ArrowLeft', NOVEMBER_2026, 1, null],
    ['ArrowUp', NOVEMBER_2026, 15, 8],
    ['ArrowUp', NOVEMBER_2026, 7, null],
    ['ArrowDown', NOVEMBER_2026, 22, 29],
    ['ArrowDown', NOVEMBER_2026, 24, null],
    ['Home', NOVEMBER_2026, 18, 15],
    ['End', NOVEMBER_2026, 18, 21],
    ['End', NOVEMBER_2026, 29, 30],
    // The first row starts with the first day of the month.
    ['Home', OCTOBER_2026, 2, 1],
    ['End', OCTOBER_2026, 1, 3],
    // 24 and 31 share a cell, and keys reach both.
    ['ArrowDown', MAY_2026, 24, 31],
    ['ArrowRight', MAY_2026, 30, 31],
    ['ArrowUp', MAY_2026, 31, 24],
    ['Home', MAY_2026, 31, 24],
    ['End', MAY_2026, 31, 30],
    ['End', AUGUST_2026, 30, 29],
    ['ArrowDown', AUGUST_2026, 23, 30],
    ['Enter', NOVEMBER_2026, 15, null],
    ['Tab', NOVEMBER_2026, 15, null],
  ])('moves with %s in %j from %d to %p', (key, [year, month], from, to) => {
    expect(dayByKey(key, year, month, from)).toBe(to);
  });
});

describe('badgeTone', () => {
  it.each([
    ['confirmed', 'green'],
    ['pending', 'yellow'],
    ['completed', 'blue'],
    ['cancelled', 'red'],
    ['in-progress', 'gray'],
    ['review', 'gray'],
    ['paid', 'gray'],
    ['constructor', 'gray'],
  ])('[SCHED-10] of %s is %s', (status, expected) => {
    expect(badgeTone(status)).toBe(expected);
  });
});

describe('badgeLabel', () => {
  it.each([
    ['in-progress', 'In Progress'],
    ['paid', 'Paid'],
    ['on-hold', 'on-hold'],
    ['constructor', 'constructor'],
  ])('[SCHED-11] of %s is %s', (status, expected) => {
    expect(badgeLabel(status)).toBe(expected);
  });
});

describe('the calendar in the URL', () => {
  it.each([
    ['calendar=2026-11-24', '2026-11-24'],
    ['calendar=1000-01-01', '1000-01-01'],
    ['calendar=9999-12-31', '9999-12-31'],
    ['calendar=0999-12-31', null],
    ['calendar=today', null],
    ['', null],
  ])('%j opens it at %p', (search, expected) => {
    expect(readValues(scheduleUrl, search)).toEqual({ calendar: expected, feed: false });
  });

  it('round-trips, and so does the calendar feed', () => {
    const calendar = { calendar: '2026-11-24', feed: false };
    expect(writeValues(scheduleUrl, calendar, '')).toBe('calendar=2026-11-24');
    expect(writeValues(scheduleUrl, { calendar: null, feed: false }, 'calendar=2026-11-24&feed=1')).toBe('');
    expect(writeValues(scheduleUrl, { calendar: null, feed: true }, '')).toBe('feed=1');
    expect(readValues(scheduleUrl, 'feed=1')).toEqual({ calendar: null, feed: true });
  });
});
