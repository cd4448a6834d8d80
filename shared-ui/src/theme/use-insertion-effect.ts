import { useInsertionEffect } from 'react';

/**
 * Replaces Emotion's module of the same name in the build of the shell. Emotion inserts the styles of a component while React
 * commits it, which React cannot divide: the styles of a first page block a phone for 120 ms. Here a component inserts its styles while it
 * renders, as in Emotion before React 18, so that React divides this work too. A render that React discards leaves only unused styles.
 *
 * @param insert inserts the styles of a component, unless the page has them
 */
export function useInsertionEffectAlwaysWithSyncFallback(insert: () => void): void {
  insert();
}

/** The effect of global styles, which React also removes. */
export const useInsertionEffectWithLayoutFallback = useInsertionEffect;
