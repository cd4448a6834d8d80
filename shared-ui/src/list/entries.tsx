import { useCallback, type ReactElement, type ReactNode } from 'react';
import { DRAWN_FIRST, type Key } from './long-list.ts';

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
export function AllRows({ count, keyOf, entry }: IndexedRowsProps) {
  const rows = indexesTo(count).map((index) => (
    <Drawn key={keyOf(index)} index={index} place={{}} entry={entry} />
  ));
  return <>{rows}</>;
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
