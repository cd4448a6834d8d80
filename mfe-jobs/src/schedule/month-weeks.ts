const WEEKS = 5;
const WEEK = 7;
const CELLS = WEEKS * WEEK;

/** A cell of the calendar. Cells outside the month have no day; a cell that a sixth week shares has two. */
export interface MonthCell {
  /** 0 for the first Sunday, 34 for the last Saturday. */
  index: number;
  days: number[];
}

/**
 * Lays out a month in five weeks of seven cells, from Sunday to Saturday. The days of a sixth week share the cells of the
 * fifth week, as in printed calendars.
 *
 * @param year full year
 * @param month 0 for January
 */
export function monthWeeks(year: number, month: number): MonthCell[][] {
  const cells = Array.from({ length: CELLS }, (_, index): MonthCell => ({ index, days: [] }));
  const firstWeekday = new Date(year, month, 1).getDay();
  const days = new Date(year, month + 1, 0).getDate();
  for (let day = 1; day <= days; day += 1) {
    const index = firstWeekday + day - 1;
    cells[index < CELLS ? index : index - WEEK]?.days.push(day);
  }
  return Array.from({ length: WEEKS }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}
