import Skeleton from '@mui/material/Skeleton';
import { Cell, Row } from './table-parts.ts';

const ROWS = [1, 2, 3, 4, 5];

/** Rows in the shape of those that are on their way. */
export function SkeletonRows({ columns }: { columns: number }) {
  const cells = Array.from({ length: columns }, (_, i) => i);
  return ROWS.map((row) => (
    <Row key={row} aria-hidden>
      {cells.map((cell) => (
        <Cell key={cell} data-primary={cell === 0}>
          <Skeleton height={16} width={cell % 2 ? '60%' : '80%'} />
        </Cell>
      ))}
    </Row>
  ));
}
