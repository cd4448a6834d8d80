import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { AllRows, FirstRows, type IndexedRowsProps, type Place } from './plain-rows.tsx';
import { MAX_PLAIN_ROWS, type Key } from './virtual-list.ts';

// Most lists are short, so the code of virtual lists loads with the first long list.
const WindowedRows = lazy(() =>
  import('./WindowedRows.tsx')
    .then(({ WindowedRows: component }) => ({ default: component }))
    .catch(() => ({ default: AllRows })),
);

/** Returns whether to virtualize a list. A list that was long stays virtual when a filter shortens it. */
export function useIsLongList(count: number): boolean {
  const [long, setLong] = useState(count > MAX_PLAIN_ROWS);
  if (!long && count > MAX_PLAIN_ROWS) setLong(true);
  return long || count > MAX_PLAIN_ROWS;
}

export interface RowsProps<Item> extends Pick<IndexedRowsProps, 'spacer'> {
  items: readonly Item[];
  itemKey: (item: Item) => Key;
  /** Result of `useIsLongList`. */
  long: boolean;
  /** Renders a row; its outermost element receives `place` as props. */
  row: (item: Item, index: number, place: Place) => ReactNode;
}

/** The rows of a list; a long list renders only the rows in the viewport. */
export function Rows<Item>({ items, itemKey, long, row, spacer }: RowsProps<Item>) {
  const keyOf = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item);
    },
    [items, itemKey],
  );
  const rowAt = useCallback(
    (index: number, place: Place) => {
      const item = items[index];
      return item === undefined ? null : row(item, index, place);
    },
    [items, row],
  );
  const props = { count: items.length, keyOf, rowAt, spacer };
  if (!long) return <AllRows {...props} />;
  return (
    <Suspense fallback={<FirstRows {...props} />}>
      <WindowedRows {...props} />
    </Suspense>
  );
}
