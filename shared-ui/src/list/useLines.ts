import { useCallback, useLayoutEffect } from 'react';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { MAX_PLAIN_ROWS, linesToRender, type Key, type PlacedLine } from './virtual-list.ts';
import type { IndexedRowsProps } from './plain-rows.tsx';
import { useFocusedIndex } from './useFocusedIndex.ts';
import { useGeometry } from './useGeometry.ts';
import { usePrinting } from './usePrinting.ts';

const UNKNOWN = { lanes: 1, gap: 0, top: 0, width: 0, lineHeight: 0 };

/** Measures in fractions of a pixel, which add up over thousands of lines. A hidden list has no heights. */
const heightOf = (
  line: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Element>,
) =>
  (entry?.borderBoxSize[0]?.blockSize ?? line.getBoundingClientRect().height) || list.options.estimateSize(0);

export interface Lines {
  /** Rows in a line. */
  lanes: number;
  /** Gap between two lines, in px. */
  gap: number;
  /** Lines to render, ascending; none before the layout is measured. */
  renderedLines: readonly PlacedLine[];
  /** Ref for the first element of each line, which has the height of the line. */
  measure: (element: Element | null) => void;
}

/**
 * Returns the lines of a list to render at the current scroll position.
 *
 * @param container the element that contains the rows; null before the first row is rendered
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
      (range: { startIndex: number; endIndex: number; count: number }) => linesToRender(range, focused),
      [focused],
    ),
  });
  // Another width wraps text differently, which invalidates the measured heights.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, width, lanes]);
  const { measureElement: measure } = virtualizer;
  const printing = usePrinting();
  if (!geometry) return { lanes, gap, renderedLines: [], measure };
  if (printing || count <= MAX_PLAIN_ROWS) {
    const renderedLines = Array.from({ length: lines }, (_, index) => ({ index, start: 0, size: 0 }));
    return { lanes, gap, renderedLines, measure };
  }
  const renderedLines = virtualizer
    .getVirtualItems()
    .map(({ index, start, size }) => ({ index, start: start - top, size }));
  return { lanes, gap, renderedLines, measure };
}
