import type { EmotionCache } from '@emotion/react';

/** Longest length, in px, that does not scale: lines, outlines and visually hidden parts. */
const LONGEST_LINE = 2;
/** A length in px, after a character that shows that it is not part of a name. */
const LENGTH = /([^\w#.-]-?)(\d*\.?\d+)px\b/g;

/** Returns CSS with lengths in rem instead of px, in declarations and in media and container queries. */
export function inRem(css: string): string {
  return css.replace(LENGTH, (length: string, before: string, px: string) =>
    Number(px) > LONGEST_LINE ? `${before}${Number(px) / 16}rem` : length,
  );
}

/**
 * Scales all styles of a cache with the font size that the user sets in the browser, as page zoom does: 16 px are 1 rem. Covers
 * the library's styles and those of modules of any release.
 */
export function scaleWithText(cache: EmotionCache): EmotionCache {
  const { insert } = cache;
  cache.insert = (selector, serialized, sheet, shouldCache) =>
    insert(selector, { ...serialized, styles: inRem(serialized.styles) }, sheet, shouldCache);
  return cache;
}
