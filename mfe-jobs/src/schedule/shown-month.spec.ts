import { turnMonth } from './shown-month.ts';

const TODAY = '2026-11-20';

describe('turnMonth', () => {
  it.each<[string, -1 | 1, string | null]>([
    ['2026-11-20', 1, '2026-12-01'],
    ['2026-11-20', -1, '2026-10-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-31', -1, '2026-12-01'],
    // The month of today opens at today.
    ['2026-12-01', -1, '2026-11-20'],
    ['2026-10-31', 1, '2026-11-20'],
    ['1000-01-15', -1, null],
    ['9999-12-15', 1, null],
  ])('[SCHED-21] from %s by %d chooses %p', (day, by, expected) => {
    expect(turnMonth(day, by, TODAY)).toBe(expected);
  });
});
