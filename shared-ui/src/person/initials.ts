const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** The initials of a name, in capitals: the first letters of its first two words. Empty for an empty name. */
export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...graphemes.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase('en-US');
}
