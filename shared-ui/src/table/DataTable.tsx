import type { ReactNode } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { useFocusAfterRemoval } from '../a11y/lost-focus.ts';
import { Rows, useIsLongList } from '../list/Rows.tsx';
import {
  Body,
  Cell,
  Grid,
  Head,
  HeadCell,
  hasManyColumns,
  Row,
  Spacer,
  SpacerCell,
  Table,
  Status,
} from './table-parts.ts';
import { SlowNotice } from '../notice/SlowNotice.tsx';

/** About as many rows as fill a desktop screen, so that content below the table does not shift. */
const ROWS = [1, 2, 3, 4, 5, 6, 7];

/** Placeholder rows while loading, with a status text. */
function SkeletonRows({ columns, text }: { columns: number; text: string }) {
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

export interface Column<RowData> {
  key: string;
  header: string;
  cell: (row: RowData) => ReactNode;
  align?: 'left' | 'right';
  /** Uses the monospace font, for ids, which no browser translates. */
  mono?: boolean;
  /** The title of the card that a row becomes on a phone. */
  primary?: boolean;
  /** Takes a full line of such a card. */
  wide?: boolean;
}

export interface DataTableProps<RowData> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<RowData>[];
  rows: readonly RowData[];
  rowKey: (row: RowData) => string | number;
  /** Loading text; skeleton rows reserve the space. */
  loading?: { text: string } | undefined;
  /** Content that replaces a table without rows. */
  empty: ReactNode;
  /** Cells are wide: the table needs more space than its number of columns implies. */
  roomy?: boolean;
}

/**
 * A table with a sticky header; in a narrow container, each row is a card. The roles are explicit because browsers drop them
 * from a table with another `display`. A long table renders only the rows in the viewport, with `aria-rowindex`.
 */
export function DataTable<RowData>({
  label,
  columns,
  rows,
  rowKey,
  loading,
  empty,
  roomy = false,
}: DataTableProps<RowData>) {
  const long = useIsLongList(rows.length);
  const onFocus = useFocusAfterRemoval();
  if (!loading && rows.length === 0) return <>{empty}</>;
  return (
    <Grid aria-busy={loading !== undefined} data-many={roomy || hasManyColumns(columns.length)}>
      <Table role="table" aria-label={label} {...(long && { 'aria-rowcount': rows.length + 1 })}>
        <Head role="rowgroup">
          <Row role="row" {...(long && { 'aria-rowindex': 1 })}>
            {columns.map(({ key, header, align = 'left' }) => (
              <HeadCell key={key} role="columnheader" scope="col" data-align={align}>
                {header}
              </HeadCell>
            ))}
          </Row>
        </Head>
        <Body role="rowgroup" onFocus={onFocus}>
          {loading ? (
            <SkeletonRows columns={columns.length} text={loading.text} />
          ) : (
            <Rows
              items={rows}
              itemKey={rowKey}
              long={long}
              row={(row, index, place) => (
                <Row role="row" {...(long && { 'aria-rowindex': index + 2 })} {...place}>
                  {columns.map((column) => (
                    <DataCell key={column.key} column={column} row={row} />
                  ))}
                </Row>
              )}
              spacer={(height) => (
                <Spacer aria-hidden style={{ height }}>
                  <SpacerCell colSpan={columns.length} />
                </Spacer>
              )}
            />
          )}
        </Body>
      </Table>
    </Grid>
  );
}

function DataCell<RowData>({ column, row }: { column: Column<RowData>; row: RowData }) {
  const { header, align = 'left', mono = false, primary = false, wide = false, cell } = column;
  return (
    <Cell
      role="cell"
      data-align={align}
      translate={mono ? 'no' : undefined}
      data-mono={mono}
      data-primary={primary}
      data-wide={wide}
      data-label={header}
    >
      {cell(row)}
    </Cell>
  );
}
