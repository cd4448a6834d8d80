const NUL = '\u0000';

/** Pattern of `isStorable`, with the `u` flag: neither NUL nor unpaired surrogates. */
export const STORABLE_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** True for a text that PostgreSQL can store: it rejects NUL, and UTF-8 cannot encode unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** Pattern of `isVisible`: a visible letter, number, punctuation mark or symbol. U+2800 is an empty Braille cell. */
export const VISIBLE_PATTERN = '(?![\\p{Default_Ignorable_Code_Point}\\u2800])[\\p{L}\\p{N}\\p{P}\\p{S}]';
const VISIBLE = new RegExp(VISIBLE_PATTERN, 'u');

/** True for a text with a visible character; spaces, combining marks alone and format characters are not visible. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Pattern of `isName`, with the `u` flag. Two format characters are part of emoji: the joiner between two pictographs, and
 * the tags after a black flag. The lookbehinds keep the alternatives disjoint, so that matching takes linear time.
 */
export const NAME_PATTERN =
  '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]' +
  '|(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]{0,2})\\u200d(?=\\p{Extended_Pictographic})' +
  '|(?<=\\u{1f3f4})[\\u{e0061}-\\u{e007a}]{5}\\u{e007f})*$';
const NAME = new RegExp(NAME_PATTERN, 'u');

/** True for one line without control, format and bidirectional characters, except those within an emoji. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** Counts code points, as JSON Schema does: an emoji of two UTF-16 units is one. */
function count(text: string): number {
  return Array.from(text).length;
}

/** True for a text of at most `max` characters; stops counting there. */
export function countsAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && count(text) <= max);
}

/** True for a text of at least `min` characters; stops counting there. */
export function countsAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || (text.length >= min && count(text) >= min);
}
