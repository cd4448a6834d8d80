import Skeleton from '@mui/material/Skeleton';
import { Cell, Row, Status } from './table-parts.ts';

/** About as many as fill a desk's screen, so that what stands below the table does not move when the rows come. */
const ROWS = [1, 2, 3, 4, 5, 6, 7];

/** Rows in the shape of those that are on their way, the first of which says so. */
export function SkeletonRows({ columns, text }: { columns: number; text: string }) {
  const cells = Array.from({ length: columns }, (_, i) => i);
  return (
    <>
      <Row role="row">
        <Cell role="cell" colSpan={columns} data-primary data-skeleton>
          <Status role="status">{text}</Status>
        </Cell>
      </Row>
      {ROWS.map((row) => (
        <Row key={row} aria-hidden>
          {cells.map((cell) => (
            <Cell key={cell} data-primary={cell === 0} data-skeleton>
              <Skeleton height={16} width={cell % 2 ? '60%' : '80%'} />
            </Cell>
          ))}
        </Row>
      ))}
    </>
  );
}
