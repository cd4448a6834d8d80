import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { AllRows, FirstRows, type IndexedRowsProps, type Place } from './entries.tsx';
import { DRAWN_WHOLE, type Key } from './long-list.ts';

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
