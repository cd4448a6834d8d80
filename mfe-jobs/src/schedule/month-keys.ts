import { monthWeeks } from './month-weeks.ts';

const WEEK = 7;

/**
 * Returns the day to which a key moves the focus. Left and right move by a day, up and down by a week, Home and End to the
 * first and last cell of the row. Null for other keys, and for days outside the month.
 *
 * @param month 0 for January
 */
export function dayByKey(key: string, year: number, month: number, day: number): number | null {
  const days = new Date(year, month + 1, 0).getDate();
  const inMonth = (next: number) => (next >= 1 && next <= days ? next : null);
  const row = () =>
    monthWeeks(year, month)
      .find((week) => week.some((cell) => cell.days.includes(day)))
      ?.flatMap((cell) => cell.days.slice(0, 1));
  switch (key) {
    case 'ArrowLeft':
      return inMonth(day - 1);
    case 'ArrowRight':
      return inMonth(day + 1);
    case 'ArrowUp':
      return inMonth(day - WEEK);
    case 'ArrowDown':
      return inMonth(day + WEEK);
    case 'Home':
      return row()?.at(0) ?? null;
    case 'End':
      return row()?.at(-1) ?? null;
    default:
      return null;
  }
}
