import { lazy, Suspense, useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { DRAWN_FIRST, DRAWN_WHOLE, type Key } from './long-list.ts';

/** What the outermost element of an entry takes over, so that its place is known. */
export interface Place {
  ref?: (element: HTMLElement | null) => void;
  'data-line'?: number;
}

export interface IndexedRowsProps {
  count: number;
  keyOf: (index: number) => Key;
  entry: (index: number, place: Place) => ReactNode;
  /** Stands in for entries that are not drawn, over the whole width; `height` in px. */
  spacer: (height: number) => ReactElement;
}

interface DrawnProps {
  index: number;
  place: Place;
  entry: IndexedRowsProps['entry'];
}
const Drawn = ({ index, place, entry }: DrawnProps) => entry(index, place);

const indexesTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Whole: what a short list is, and a long one, slowly, when the code that makes it fast does not arrive. */
function AllRows({ count, keyOf, entry }: IndexedRowsProps) {
  return indexesTo(count).map((index) => <Drawn key={keyOf(index)} index={index} place={{}} entry={entry} />);
}

interface FirstRowsProps extends IndexedRowsProps {
  /** Told of the element whose children the entries are. */
  onContainer?: (container: HTMLElement) => void;
}

/** As many entries as a window may hold: what is drawn of a long list before its layout is known. */
export function FirstRows({ count, keyOf, entry, onContainer }: FirstRowsProps) {
  const ref = useCallback(
    (first: HTMLElement | null) => {
      if (first?.parentElement) onContainer?.(first.parentElement);
    },
    [onContainer],
  );
  return indexesTo(Math.min(count, DRAWN_FIRST)).map((index) => (
    <Drawn
      key={keyOf(index)}
      index={index}
      place={{ 'data-line': index, ...(index === 0 && { ref }) }}
      entry={entry}
    />
  ));
}

// Most lists are short: what draws long ones is loaded with the first of them.
const WindowedRows = lazy(() =>
  import('./WindowedRows.tsx')
    .then(({ WindowedRows: component }) => ({ default: component }))
    .catch(() => ({ default: AllRows })),
);

/** Whether a list is, or once was, too long to be drawn whole: it goes on as one when a filter makes it short. */
export function useLong(count: number): boolean {
  const [long, setLong] = useState(count > DRAWN_WHOLE);
  if (!long && count > DRAWN_WHOLE) setLong(true);
  return long || count > DRAWN_WHOLE;
}

export interface RowsProps<Item> extends Pick<IndexedRowsProps, 'spacer'> {
  items: readonly Item[];
  itemKey: (item: Item) => Key;
  /** By `useLong`. */
  long: boolean;
  /** Draws an entry; its outermost element takes what it is given as `place`. */
  row: (item: Item, index: number, place: Place) => ReactNode;
}

/** The entries of a list that may be long: of a long one, those that are in the window. */
export function Rows<Item>({ items, itemKey, long, row, spacer }: RowsProps<Item>) {
  const keyOf = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item);
    },
    [items, itemKey],
  );
  const entry = useCallback(
    (index: number, place: Place) => {
      const item = items[index];
      return item === undefined ? null : row(item, index, place);
    },
    [items, row],
  );
  const props = { count: items.length, keyOf, entry, spacer };
  if (!long) return <AllRows {...props} />;
  return (
    <Suspense fallback={<FirstRows {...props} />}>
      <WindowedRows {...props} />
    </Suspense>
  );
}
