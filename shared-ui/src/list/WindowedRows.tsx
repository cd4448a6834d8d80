import { Fragment, memo, useDeferredValue, useState } from 'react';
import { spacersBefore } from './virtual-list.ts';
import { FirstRows, type IndexedRowsProps, type Place } from './entries.tsx';
import { useLines } from './useLines.ts';
import { useSteadyColumns } from './useSteadyColumns.ts';

interface EntryProps {
  index: number;
  line: number;
  measure?: NonNullable<Place['ref']>;
  draw: IndexedRowsProps['entry'];
}

/** A row that renders again when the list does, but not on scroll. */
const Entry = memo(function Entry({ index, line, measure, draw }: EntryProps) {
  return draw(index, { 'data-line': line, ...(measure && { ref: measure }) });
});

const Windowed = memo(function Windowed(props: IndexedRowsProps) {
  const { count, keyOf, entry, spacer } = props;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const { lanes, gap, placed, measure } = useLines(container, props);
  useSteadyColumns(container);
  if (placed.length === 0) return <FirstRows {...props} onContainer={setContainer} />;
  const spacers = spacersBefore(placed, gap);
  return placed.map(({ index: line }, at) => {
    const height = spacers[at] ?? 0;
    const first = line * lanes;
    const indexes = Array.from({ length: Math.min(lanes, count - first) }, (_, lane) => first + lane);
    return (
      <Fragment key={keyOf(first)}>
        {height > 0 && spacer(height)}
        {indexes.map((index) => (
          <Entry
            key={keyOf(index)}
            index={index}
            line={line}
            draw={entry}
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
