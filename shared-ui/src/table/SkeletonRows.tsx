import Skeleton from '@mui/material/Skeleton';
import { SlowNotice } from '../notice/SlowNotice.tsx';
import { Cell, Row, Status } from './table-parts.ts';

/** About as many rows as fill a desktop screen, so that content below the table does not shift. */
const ROWS = [1, 2, 3, 4, 5, 6, 7];

/** Placeholder rows while loading, with a status text. */
export function SkeletonRows({ columns, text }: { columns: number; text: string }) {
  const cells = Array.from({ length: columns }, (_, i) => i);
  return (
    <>
      <Row role="row">
        <Cell role="cell" colSpan={columns} data-primary data-skeleton>
          <div role="status">
            <Status>{text}</Status>
            <SlowNotice />
          </div>
        </Cell>
      </Row>
      {ROWS.map((row) => (
        <Row key={row} aria-hidden>
          {cells.map((cell) => (
            <Cell key={cell} data-primary={cell === 0} data-skeleton>
              <Skeleton height="1rem" width={cell % 2 ? '60%' : '80%'} />
            </Cell>
          ))}
        </Row>
      ))}
    </>
  );
}
