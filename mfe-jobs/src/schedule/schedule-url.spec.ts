import { readValues, writeValues } from '../url-state/url-values.ts';
import { scheduleUrl } from './schedule-url.ts';

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
