const NUL = '\u0000';

/** Pattern of `isStorable`, with the `u` flag: neither NUL nor unpaired surrogates. */
export const STORABLE_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** True for a text that PostgreSQL can store: it rejects NUL, and UTF-8 cannot encode unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** Pattern of `isVisible`: a visible letter, number, punctuation mark or symbol. U+2800 is an empty Braille cell. */
export const VISIBLE_PATTERN = '(?![\\p{Default_Ignorable_Code_Point}\\u2800])[\\p{L}\\p{N}\\p{P}\\p{S}]';

/**
 * Returns a test of texts against a Unicode pattern. It compiles the pattern for the first text that needs it, because the classes of
 * characters block a phone.
 *
 * @param ascii accepts only texts that the pattern accepts, and most of them
 */
function unicodeTest(pattern: string, ascii: RegExp): (text: string) => boolean {
  let compiled: RegExp | undefined;
  return (text) => ascii.test(text) || (compiled ??= new RegExp(pattern, 'u')).test(text);
}

/** True for a text with a visible character; spaces, combining marks alone and format characters are not visible. */
export const isVisible = unicodeTest(VISIBLE_PATTERN, /[!-~]/);

/**
 * Pattern of `isName`, with the `u` flag. Two format characters are part of emoji: the joiner between two pictographs, and
 * the tags after a black flag. The lookbehinds keep the alternatives disjoint, so that matching takes linear time.
 */
export const NAME_PATTERN =
  '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]' +
  '|(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]{0,2})\\u200d(?=\\p{Extended_Pictographic})' +
  '|(?<=\\u{1f3f4})[\\u{e0061}-\\u{e007a}]{5}\\u{e007f})*$';

/** True for one line without control, format and bidirectional characters, except those within an emoji. */
export const isName = unicodeTest(NAME_PATTERN, /^[ -~]*$/);

/** Counts code points, as JSON Schema does: an emoji of two UTF-16 units is one. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** True for a text of at most `max` characters; stops counting there. */
export function countsAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCharacters(text) <= max);
}

/** True for a text of at least `min` characters; stops counting there. */
export function countsAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || (text.length >= min && countCharacters(text) >= min);
}
