import { useCallback, useLayoutEffect, useEffect, useState, useEffectEvent, useMemo } from 'react';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { flushSync } from 'react-dom';
import { MAX_PLAIN_ROWS, linesToRender, type Key, type PlacedLine } from './virtual-list.ts';
import type { IndexedRowsProps } from './plain-rows.tsx';

const lineOf = (target: EventTarget | null): number | null => {
  const line = target instanceof Element ? target.closest('[data-line]')?.getAttribute('data-line') : null;
  return line === null || line === undefined ? null : Number(line);
};

/**
 * Returns the index of the line that has, or last had, the focus, found by its key when rows are added or removed. A line that
 * lost the focus to a dialog is still rendered when the dialog restores the focus.
 *
 * @param keyOf returns the key of a line
 * @returns -1 for none
 */
function useFocusedIndex(container: HTMLElement | null, count: number, keyOf: (line: number) => Key): number {
  const [focused, setFocused] = useState<Key | null>(null);
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const line = lineOf(target);
    if (line !== null) setFocused(keyOf(line));
  });
  useEffect(() => {
    const listen = (event: FocusEvent) => onFocus(event);
    container?.addEventListener('focusin', listen);
    return () => container?.removeEventListener('focusin', listen);
  }, [container]);
  return useMemo(() => {
    if (focused === null) return -1;
    for (let line = 0; line < count; line += 1) if (keyOf(line) === focused) return line;
    return -1;
  }, [focused, count, keyOf]);
}

/** The layout of a list, in px. */
interface Geometry {
  /** Rows in a line. */
  lanes: number;
  /** Gap between two lines. */
  gap: number;
  /** Distance from the top of the page. */
  top: number;
  width: number;
  /** Estimated height of a line that was never rendered. */
  lineHeight: number;
}

/** Height of a table row, if no rendered row can be measured. */
const USUAL_HEIGHT = 57;

function meanHeight(container: Element): number {
  const lines = [...container.children].filter((each) => each.hasAttribute('data-line'));
  const sum = lines.reduce((height, line) => height + line.getBoundingClientRect().height, 0);
  return sum / lines.length || USUAL_HEIGHT;
}

function geometryOf(container: Element, before: Geometry | null): Geometry {
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(container);
  const grid = display === 'grid';
  const lanes = grid ? gridTemplateColumns.split(' ').length : 1;
  const gap = (grid && Number.parseFloat(rowGap)) || 0;
  const bounds = container.getBoundingClientRect();
  const [top, width] = [bounds.top + window.scrollY, bounds.width];
  const same = before !== null && before.width === width && before.lanes === lanes;
  if (same && before.top === top && before.gap === gap) return before;
  return { lanes, gap, top, width, lineHeight: same ? before.lineHeight : meanHeight(container) };
}

/** Returns the current layout of a list, null before the first render. Updates when the width or position changes. */
function useGeometry(container: HTMLElement | null): Geometry | null {
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  useLayoutEffect(() => {
    if (!container) return;
    const look = () => setGeometry((before) => geometryOf(container, before));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(container);
    // Content above the list moves it and changes the height of the page.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);
  return geometry;
}

/** Returns whether the page is being printed: print has no viewport. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the print as soon as this listener returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}

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
