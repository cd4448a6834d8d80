import type { ReactNode } from 'react';
import type { Place } from './plain-rows.tsx';
import { Rows, useIsLongList } from './Rows.tsx';
import type { Key } from './virtual-list.ts';

/** Props for the outermost element of an item. */
export type ItemPlace = Place & { 'aria-posinset'?: number; 'aria-setsize'?: number };

export interface VirtualItemsProps<Item> {
  items: readonly Item[];
  itemKey: (item: Item) => Key;
  /** Whether later items exist that are not loaded yet, so that the number of all is unknown. */
  hasMore?: boolean;
  /** Element of an item: `li` in a list, `div` in a grid. */
  element: 'li' | 'div';
  /** Renders an item; its outermost element receives `place` as props. */
  children: (item: Item, place: ItemPlace) => ReactNode;
}

/**
 * The items of a list or a grid of cards. A long list renders only the items in the viewport, with `aria-posinset` and
 * `aria-setsize`.
 */
export function VirtualItems<Item>(props: VirtualItemsProps<Item>) {
  const { items, itemKey, hasMore = false, element: Element, children } = props;
  const long = useIsLongList(items.length);
  const size = hasMore ? -1 : items.length;
  const order = (index: number) => (long ? { 'aria-posinset': index + 1, 'aria-setsize': size } : {});
  return (
    <Rows
      items={items}
      itemKey={itemKey}
      long={long}
      row={(item, index, place) => children(item, { ...place, ...order(index) })}
      spacer={(height) => (
        <Element aria-hidden style={{ height, gridColumn: '1 / -1', padding: 0, border: 0 }} />
      )}
    />
  );
}
