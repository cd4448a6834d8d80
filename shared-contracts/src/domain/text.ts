const NUL = '\u0000';

/** What `isStorable` accepts, as a regular expression with the `u` flag: neither NUL nor half a surrogate pair. */
export const STORABLE_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** True for a text that PostgreSQL gives back as it was: it knows no NUL, and UTF-8 no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** What `isVisible` finds: a letter, number, mark of punctuation or symbol that is drawn. U+2800 is an empty Braille cell. */
export const VISIBLE_PATTERN = '(?![\\p{Default_Ignorable_Code_Point}\\u2800])[\\p{L}\\p{N}\\p{P}\\p{S}]';
const VISIBLE = new RegExp(VISIBLE_PATTERN, 'u');

/** True for a text with a visible character: blanks, marks alone and format characters are none. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * What `isName` accepts, with the `u` flag. Two format characters belong to emoji: the joiner between two pictographs, and
 * the tags that follow a black flag. The lookbehinds keep the alternatives apart, so that matching takes linear time.
 */
export const NAME_PATTERN =
  '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]' +
  '|(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]{0,2})\\u200d(?=\\p{Extended_Pictographic})' +
  '|(?<=\\u{1f3f4})[\\u{e0061}-\\u{e007a}]{5}\\u{e007f})*$';
const NAME = new RegExp(NAME_PATTERN, 'u');

/** True for a text of one line without control, format and bidirectional characters, except those within an emoji. */
export function isName(text: string): boolean {
  return NAME.test(text);
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
