const NUL = '\u0000';

/** What `isStorable` accepts, as a regular expression with the `u` flag: neither NUL nor half a surrogate pair. */
export const STORABLE_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** True for a text that PostgreSQL gives back as it was: it knows no NUL, and UTF-8 no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** The characters of a text as people and JSON Schema count them: an emoji of two UTF-16 units is one. */
function count(text: string): number {
  return Array.from(text).length;
}

/** True for a text of at most `max` characters; takes no longer for a huge one. */
export function countsAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && count(text) <= max);
}

/** True for a text of at least `min` characters; takes no longer for a huge one. */
export function countsAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || (text.length >= min && count(text) >= min);
}
