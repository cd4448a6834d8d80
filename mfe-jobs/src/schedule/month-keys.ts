import { monthWeeks } from './month-weeks.ts';

const WEEK = 7;

/**
 * The day that a key leads to from another one: left and right by a day, up and down by a week, Home and End to the first
 * and last cell of the row. Null for keys that lead nowhere, and out of the month.
 *
 * @param month 0 for January
 */
export function dayByKey(key: string, year: number, month: number, day: number): number | null {
  const days = new Date(year, month + 1, 0).getDate();
  const within = (next: number) => (next >= 1 && next <= days ? next : null);
  const row = () =>
    monthWeeks(year, month)
      .find((week) => week.some((cell) => cell.days.includes(day)))
      ?.flatMap((cell) => cell.days.slice(0, 1));
  switch (key) {
    case 'ArrowLeft':
      return within(day - 1);
    case 'ArrowRight':
      return within(day + 1);
    case 'ArrowUp':
      return within(day - WEEK);
    case 'ArrowDown':
      return within(day + WEEK);
    case 'Home':
      return row()?.at(0) ?? null;
    case 'End':
      return row()?.at(-1) ?? null;
    default:
      return null;
  }
}
