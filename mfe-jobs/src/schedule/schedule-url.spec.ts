import { readValues, writeValues } from '../url-state/url-values.ts';
import { scheduleUrl } from './schedule-url.ts';

const form = scheduleUrl(new Date(2026, 10, 20, 23, 30));

describe('the calendar in the URL', () => {
  it.each([
    ['calendar=2026-11-24', '2026-11-24'],
    ['calendar=2026-11-01', '2026-11-01'],
    ['calendar=2026-11-30', '2026-11-30'],
    ['calendar=2026-12-01', '2026-11-20'],
    ['calendar=2025-11-24', '2026-11-20'],
    ['calendar=2026-11-31', null],
    ['calendar=', null],
    ['calendar=today', null],
    ['', null],
  ])('%j opens it at %p', (search, expected) => {
    expect(readValues(form, search)).toEqual({ calendar: expected });
  });

  it('round-trips', () => {
    expect(writeValues(form, { calendar: '2026-11-24' }, '')).toBe('calendar=2026-11-24');
    expect(writeValues(form, { calendar: null }, 'calendar=2026-11-24')).toBe('');
  });
});
