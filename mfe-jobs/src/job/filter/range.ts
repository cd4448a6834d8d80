/** From one value to another, both included; null where an end is open. */
export interface Range<Value extends number | string> {
  from: Value | null;
  to: Value | null;
}

/** Whether a value is within a range. Days as `YYYY-MM-DD` compare like texts. */
export function holds<Value extends number | string>({ from, to }: Range<Value>, value: Value): boolean {
  return (from === null || value >= from) && (to === null || value <= to);
}

/** What is wrong with an end of a range as it is typed. */
export type RangeProblem = 'unreadable' | 'reversed';

export interface ReadRange<Value extends number | string> {
  /** What can be applied: an end that cannot be read is open, and so are both of a range that is the wrong way round. */
  range: Range<Value>;
  problems: { from: RangeProblem | null; to: RangeProblem | null };
}

/**
 * A range as two texts say it; an empty text leaves its end open.
 *
 * @param read a text's value; null where it cannot be read
 */
export function readRange<Value extends number | string>(
  from: string,
  to: string,
  read: (text: string) => Value | null,
): ReadRange<Value> {
  const range = { from: read(from), to: read(to) };
  if (range.from !== null && range.to !== null && range.from > range.to) {
    return { range: { from: null, to: null }, problems: { from: null, to: 'reversed' } };
  }
  const problemOf = (text: string, value: Value | null) =>
    value === null && text.trim() !== '' ? 'unreadable' : null;
  return { range, problems: { from: problemOf(from, range.from), to: problemOf(to, range.to) } };
}
