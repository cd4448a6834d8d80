import { monthWeeks } from './month-weeks.ts';

describe('monthWeeks', () => {
  it.each([
    ['that starts on Sunday and has four weeks', 2026, 1, { 0: [1], 27: [28], 28: [], 34: [] }],
    ['that starts on Sunday', 2026, 10, { 0: [1], 29: [30], 30: [] }],
    ['that starts on Thursday', 2026, 9, { 3: [], 4: [1], 34: [31] }],
    ['with 31 days that starts on Friday', 2026, 4, { 5: [1], 28: [24, 31], 29: [25], 34: [30] }],
    ['with 31 days that starts on Saturday', 2026, 7, { 6: [1], 28: [23, 30], 29: [24, 31], 34: [29] }],
    ['with 30 days that starts on Saturday', 2028, 3, { 6: [1], 28: [23, 30], 29: [24] }],
  ])('lays out a month %s', (_name, year, month, expected) => {
    const weeks = monthWeeks(year, month);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    const days = Object.fromEntries(weeks.flat().map((cell) => [cell.place, cell.days]));
    expect(days).toMatchObject(expected);
  });

  it('has every day of a leap February once', () => {
    const days = monthWeeks(2028, 1)
      .flat()
      .flatMap((cell) => cell.days);
    expect(days).toEqual(Array.from({ length: 29 }, (_, i) => i + 1));
  });
});
