import { Fragment, memo, useDeferredValue, useState, useLayoutEffect } from 'react';
import { spacersBefore } from './virtual-list.ts';
import { FirstRows, type IndexedRowsProps, type Place } from './plain-rows.tsx';
import { useLines } from './useLines.ts';

/** Fixes the columns at their current shares of the width; rows that are cards have no columns. */
function steady(table: HTMLTableElement): void {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
  for (const cell of cells) cell.style.width = '';
  if (getComputedStyle(table).display !== 'table') return;
  const shares = cells.map((cell) => (100 * cell.getBoundingClientRect().width) / table.offsetWidth);
  for (const [at, cell] of cells.entries()) cell.style.width = `${shares[at]}%`;
}

/**
 * Keeps column widths constant while rows are added and removed. The rows that rendered first set the widths, once for each
 * width of the table; a longer word still widens its column.
 */
function useSteadyColumns(body: HTMLElement | null): void {
  useLayoutEffect(() => {
    const table = body?.closest('table');
    if (!table) return;
    let width = -1;
    const observer = new ResizeObserver(() => {
      if (table.offsetWidth === width) return;
      width = table.offsetWidth;
      steady(table);
    });
    observer.observe(table);
    return () => observer.disconnect();
  }, [body]);
}

interface WindowedRowProps {
  index: number;
  line: number;
  measure?: NonNullable<Place['ref']>;
  rowAt: IndexedRowsProps['rowAt'];
}

/** A row that renders again when the list does, but not on scroll. */
const WindowedRow = memo(function WindowedRow({ index, line, measure, rowAt }: WindowedRowProps) {
  return rowAt(index, { 'data-line': line, ...(measure && { ref: measure }) });
});

const Windowed = memo(function Windowed(props: IndexedRowsProps) {
  const { count, keyOf, rowAt, spacer } = props;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const { lanes, gap, renderedLines, measure } = useLines(container, props);
  useSteadyColumns(container);
  if (renderedLines.length === 0) return <FirstRows {...props} onContainer={setContainer} />;
  const spacers = spacersBefore(renderedLines, gap);
  return renderedLines.map(({ index: line }, at) => {
    const height = spacers[at] ?? 0;
    const first = line * lanes;
    const indexes = Array.from({ length: Math.min(lanes, count - first) }, (_, lane) => first + lane);
    return (
      <Fragment key={keyOf(first)}>
        {height > 0 && spacer(height)}
        {indexes.map((index) => (
          <WindowedRow
            key={keyOf(index)}
            index={index}
            line={line}
            rowAt={rowAt}
            {...(index === first && { measure })}
          />
        ))}
      </Fragment>
    );
  });
});

/**
 * The rows of a long list in the viewport, with spacers for the others, as children of the layout element: a table stays a
 * table, and a grid a grid. Rows render at low priority, so that typing in a filter does not wait for them.
 */
export function WindowedRows(props: IndexedRowsProps) {
  return <Windowed {...useDeferredValue(props)} />;
}
