const WEEKS = 5;
const WEEK = 7;
const CELLS = WEEKS * WEEK;

/** A cell of the calendar; it has no day outside of the month, and two where a sixth week shares the fifth one's cells. */
export interface MonthCell {
  /** 0 for the first Sunday, 34 for the last Saturday. */
  place: number;
  days: number[];
}

/**
 * The days of a month in five weeks of seven cells, from Sunday to Saturday. In a month that needs a sixth week, its days
 * share the fifth week's cells of the same weekday, as printed calendars do.
 *
 * @param year full year
 * @param month 0 for January
 */
export function monthWeeks(year: number, month: number): MonthCell[][] {
  const cells = Array.from({ length: CELLS }, (_, place): MonthCell => ({ place, days: [] }));
  const firstWeekday = new Date(year, month, 1).getDay();
  const days = new Date(year, month + 1, 0).getDate();
  for (let day = 1; day <= days; day += 1) {
    const place = firstWeekday + day - 1;
    cells[place < CELLS ? place : place - WEEK]?.days.push(day);
  }
  return Array.from({ length: WEEKS }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}
