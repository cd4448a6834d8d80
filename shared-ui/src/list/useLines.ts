import { useCallback, useLayoutEffect } from 'react';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { DRAWN_WHOLE, drawnLines, type Key, type PlacedLine } from './long-list.ts';
import type { IndexedRowsProps } from './entries.tsx';
import { useFocusedIndex } from './useFocusedIndex.ts';
import { useGeometry } from './useGeometry.ts';
import { usePrinting } from './usePrinting.ts';

const UNKNOWN = { lanes: 1, gap: 0, top: 0, width: 0, lineHeight: 0 };

/** With fractions of a pixel, which add up over thousands of lines. A list that is hidden has no heights. */
const heightOf = (
  line: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Element>,
) =>
  (entry?.borderBoxSize[0]?.blockSize ?? line.getBoundingClientRect().height) || list.options.estimateSize(0);

export interface Lines {
  /** Entries beside each other in a line. */
  lanes: number;
  /** Between two lines, in px. */
  gap: number;
  /** Those to draw, ascending; none before the list has been laid out once. */
  placed: readonly PlacedLine[];
  /** Takes the first element of each line: it is as high as the line. */
  measure: (element: Element | null) => void;
}

/**
 * The lines of a list that are to be drawn now, as the browser's window scrolls over them.
 *
 * @param container the element whose children the entries are; null before the first of them is there
 */
export function useLines(container: HTMLElement | null, { count, keyOf }: IndexedRowsProps): Lines {
  const geometry = useGeometry(container);
  const { lanes, gap, top, width, lineHeight } = geometry ?? UNKNOWN;
  const lines = Math.ceil(count / lanes);
  const lineKey = useCallback((line: number): Key => keyOf(line * lanes), [keyOf, lanes]);
  const focused = useFocusedIndex(container, lines, lineKey);
  const virtualizer = useWindowVirtualizer<Element>({
    count: lines,
    estimateSize: () => lineHeight,
    getItemKey: lineKey,
    gap,
    scrollMargin: top,
    indexAttribute: 'data-line',
    measureElement: heightOf,
    rangeExtractor: useCallback(
      (range: { startIndex: number; endIndex: number; count: number }) => drawnLines(range, focused),
      [focused],
    ),
  });
  // Another width breaks the words elsewhere: what was measured no longer holds.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, width, lanes]);
  const { measureElement: measure } = virtualizer;
  const printing = usePrinting();
  if (!geometry) return { lanes, gap, placed: [], measure };
  if (printing || count <= DRAWN_WHOLE) {
    const placed = Array.from({ length: lines }, (_, index) => ({ index, start: 0, size: 0 }));
    return { lanes, gap, placed, measure };
  }
  const placed = virtualizer
    .getVirtualItems()
    .map(({ index, start, size }) => ({ index, start: start - top, size }));
  return { lanes, gap, placed, measure };
}
