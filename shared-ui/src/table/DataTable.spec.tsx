import { screen, within } from '@testing-library/react';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { DataTable, type Column } from './DataTable.tsx';

interface Flight {
  id: number;
  number: string;
  minutes: number;
}
const columns: Column<Flight>[] = [
  { key: 'number', header: 'Flight Number', cell: ({ number }) => number, primary: true },
  { key: 'minutes', header: 'Duration', cell: ({ minutes }) => `${minutes} min`, align: 'right' },
];
const flights: Flight[] = [
  { id: 1, number: 'FL-001', minutes: 45 },
  { id: 2, number: 'FL-002', minutes: 30 },
];
const table = (rows: Flight[], loading?: { text: string }) => (
  <DataTable
    label="Flight Records"
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    empty={<p>No Flight Data</p>}
    loading={loading}
  />
);

describe('DataTable', () => {
  it('is a named table with a header for each column and a row for each record', () => {
    renderInShell(table(flights));
    const records = within(screen.getByRole('table', { name: 'Flight Records' }));
    expect(records.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Flight Number',
      'Duration',
    ]);
    expect(records.getAllByRole('row')).toHaveLength(3);
    expect(records.getByRole('row', { name: 'FL-002 30 min' })).toBeTruthy();
  });

  it('shows the loading text and no stale rows while loading', () => {
    renderInShell(table([], { text: 'Loading jobs...' }));
    expect(screen.getByRole('status').textContent).toBe('Loading jobs...');
    expect(screen.queryByText('No Flight Data')).toBeNull();
  });

  it('shows the empty state instead of a table without rows', () => {
    renderInShell(table([]));
    expect(screen.getByText('No Flight Data')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
