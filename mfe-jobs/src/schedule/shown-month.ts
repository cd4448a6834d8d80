import { localDay } from '@dps/contract';

/** The years that the calendar shows: those that a date of four digits can name, from the first one that `Date` accepts. */
const YEARS = { first: 1000, last: 9999 };

/** Returns the year and the month (0 for January) of a day `YYYY-MM-DD`. */
export function monthOf(day: string): { year: number; month: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) - 1 };
}

/** Whether the calendar can show the month of a day `YYYY-MM-DD`. */
export function isShown(day: string): boolean {
  return monthOf(day).year >= YEARS.first;
}

/**
 * Returns the day to choose in the month before or after the one of `day`: today, if the month contains it, else its first day.
 * Null if the calendar cannot show that month.
 */
export function turnMonth(day: string, by: -1 | 1, today: string): string | null {
  const { year, month } = monthOf(day);
  const first = new Date(year, month + by, 1);
  if (first.getFullYear() < YEARS.first || first.getFullYear() > YEARS.last) return null;
  const firstDay = localDay(first);
  return firstDay.slice(0, 7) === today.slice(0, 7) ? today : firstDay;
}
