import { useCallback, type ReactElement, type ReactNode } from 'react';
import { INITIAL_ROWS, type Key } from './virtual-list.ts';

/** Props for the outermost element of a row, from which the list reads its position. */
export interface Place {
  ref?: (element: HTMLElement | null) => void;
  'data-line'?: number;
}

export interface IndexedRowsProps {
  count: number;
  keyOf: (index: number) => Key;
  /** Renders a row by its index. */
  rowAt: (index: number, place: Place) => ReactNode;
  /** Renders the full-width spacer for rows that are not rendered; `height` in px. */
  spacer: (height: number) => ReactElement;
}

interface RenderedRowProps {
  index: number;
  place: Place;
  rowAt: IndexedRowsProps['rowAt'];
}
const RenderedRow = ({ index, place, rowAt }: RenderedRowProps) => rowAt(index, place);

const indexesTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** All rows: for a short list, and for a long list if the code of virtual lists fails to load. */
export function AllRows({ count, keyOf, rowAt }: IndexedRowsProps) {
  const rows = indexesTo(count).map((index) => (
    <RenderedRow key={keyOf(index)} index={index} place={{}} rowAt={rowAt} />
  ));
  return <>{rows}</>;
}

interface FirstRowsProps extends IndexedRowsProps {
  /** Receives the element that contains the rows. */
  onContainer?: (container: HTMLElement) => void;
}

/** Number of rows that fill a viewport: the first render of a long list, before its layout is measured. */
export function FirstRows({ count, keyOf, rowAt, onContainer }: FirstRowsProps) {
  const ref = useCallback(
    (first: HTMLElement | null) => {
      if (first?.parentElement) onContainer?.(first.parentElement);
    },
    [onContainer],
  );
  return indexesTo(Math.min(count, INITIAL_ROWS)).map((index) => (
    <RenderedRow
      key={keyOf(index)}
      index={index}
      place={{ 'data-line': index, ...(index === 0 && { ref }) }}
      rowAt={rowAt}
    />
  ));
}
