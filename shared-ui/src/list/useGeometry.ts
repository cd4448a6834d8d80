import { useLayoutEffect, useState } from 'react';

/** How a list is laid out, in px. */
export interface Geometry {
  /** Entries beside each other. */
  lanes: number;
  /** Between two lines. */
  gap: number;
  /** From the top of the page. */
  top: number;
  width: number;
  /** What a line that was never drawn is taken to be high. */
  lineHeight: number;
}

/** The height of a table's row, where nothing is drawn that could be measured. */
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

/** How a list is laid out now; null until it has been drawn once. Follows what changes its width or moves it. */
export function useGeometry(container: HTMLElement | null): Geometry | null {
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  useLayoutEffect(() => {
    if (!container) return;
    const look = () => setGeometry((before) => geometryOf(container, before));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(container);
    // What stands above the list pushes it, and makes the page higher.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);
  return geometry;
}
