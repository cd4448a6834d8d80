import { Fragment, memo, useDeferredValue, useState } from 'react';
import { spacersBefore } from './long-list.ts';
import { FirstRows, type IndexedRowsProps, type Place } from './entries.tsx';
import { useLines } from './useLines.ts';
import { useSteadyColumns } from './useSteadyColumns.ts';

interface EntryProps {
  index: number;
  line: number;
  measure?: NonNullable<Place['ref']>;
  draw: IndexedRowsProps['entry'];
}

/** An entry, drawn anew when the list is, but not because somebody scrolls. */
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
 * The entries of a long list that are in the browser's window, with spacers in place of the others, as children of what
 * lays them out: a table stays a table and a grid a grid. They follow the rest of their page when there is time: a letter
 * that is typed does not wait for them.
 */
export function WindowedRows(props: IndexedRowsProps) {
  return <Windowed {...useDeferredValue(props)} />;
}
