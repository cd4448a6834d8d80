import { monthWeeks } from './month-weeks.ts';

const INDEXES = Array.from({ length: 35 }, (_, index) => index);

describe('monthWeeks', () => {
  it.each<[string, number, number, Record<number, number[]>]>([
    ['February 2026, that has four weeks', 2026, 1, { 0: [1], 27: [28], 28: [], 34: [] }],
    ['November 2026, that starts on Sunday', 2026, 10, { 0: [1], 29: [30], 30: [] }],
    ['October 2026, that starts on Thursday', 2026, 9, { 3: [], 4: [1], 34: [31] }],
    ['May 2026, that starts on Friday', 2026, 4, { 4: [], 5: [1], 28: [24, 31], 29: [25], 34: [30] }],
    ['August 2026, that starts on Saturday', 2026, 7, { 6: [1], 28: [23, 30], 29: [24, 31], 34: [29] }],
  ])('[SCHED-13, SCHED-14] lays out %s', (_name, year, month, expected) => {
    const weeks = monthWeeks(year, month);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    const cells = weeks.flat();
    expect(cells.map(({ index }) => index)).toEqual(INDEXES);
    expect(Object.fromEntries(cells.map((cell) => [cell.index, cell.days]))).toMatchObject(expected);
  });

  it.each(Array.from({ length: 48 }, (_, index) => [2026 + Math.floor(index / 12), index % 12]))(
    '[SCHED-15] has every day of month %#: %d-%d once, under its weekday',
    (year, month) => {
      const cells = monthWeeks(year, month).flat();
      const days = cells.flatMap((cell) => cell.days).toSorted((one, other) => one - other);
      expect(days).toEqual(Array.from({ length: new Date(year, month + 1, 0).getDate() }, (_, i) => i + 1));
      for (const cell of cells) {
        for (const day of cell.days) expect(new Date(year, month, day).getDay()).toBe(cell.index % 7);
      }
    },
  );
});
