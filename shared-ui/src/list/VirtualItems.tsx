import type { ReactNode } from 'react';
import type { Place } from './entries.tsx';
import { Rows, useLong } from './Rows.tsx';
import type { Key } from './long-list.ts';

/** What the outermost element of an item takes over. */
export type ItemPlace = Place & { 'aria-posinset'?: number; 'aria-setsize'?: number };

export interface VirtualItemsProps<Item> {
  items: readonly Item[];
  itemKey: (item: Item) => Key;
  /** What the items are: entries of a list, or boxes of a grid. */
  element: 'li' | 'div';
  /** Draws an item; its outermost element takes what it is given as `place`. */
  children: (item: Item, place: ItemPlace) => ReactNode;
}

/**
 * The items of a list or a grid of cards. Of many, those are drawn that are in the browser's window; each then says where
 * it stands among all of them.
 */
export function VirtualItems<Item>({ items, itemKey, element: Element, children }: VirtualItemsProps<Item>) {
  const long = useLong(items.length);
  const order = (index: number) => (long ? { 'aria-posinset': index + 1, 'aria-setsize': items.length } : {});
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
