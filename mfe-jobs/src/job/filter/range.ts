/** A range that includes both ends; null is an open end. */
export interface Range<Value extends number | string> {
  from: Value | null;
  to: Value | null;
}

/** Whether a value is in a range. Days as `YYYY-MM-DD` compare as strings. */
export function contains<Value extends number | string>({ from, to }: Range<Value>, value: Value): boolean {
  return (from === null || value >= from) && (to === null || value <= to);
}

/** The problem of a typed end: it cannot be parsed, or it is below the lower end. */
export type RangeProblem = 'unreadable' | 'reversed';

export interface ReadRange<Value extends number | string> {
  /** The range to apply. An unreadable end is open; a reversed range has two open ends. */
  range: Range<Value>;
  problems: { from: RangeProblem | null; to: RangeProblem | null };
}

/**
 * Parses the two ends of a range. An empty text is an open end.
 *
 * @param read parses a text; returns null if it is invalid
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
