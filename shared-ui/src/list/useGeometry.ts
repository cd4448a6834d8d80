import { useLayoutEffect, useState } from 'react';

/** The layout of a list, in px. */
export interface Geometry {
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
export function useGeometry(container: HTMLElement | null): Geometry | null {
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
