import { useState } from 'react';
import { act, screen, within } from '@testing-library/react';
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

  it('[ACCESSIBILITY-3] moves the focus of a removed row to the next row, to the row before it, and to the page heading', () => {
    let keep: (ids: number[]) => void = () => undefined;
    const opened: Column<number>[] = [
      { key: 'open', header: 'Open', cell: (id) => <button type="button">{id}</button> },
    ];
    function Page() {
      const [ids, setIds] = useState([1, 2, 3]);
      keep = (left) => act(() => setIds(left));
      return (
        <>
          <h1 tabIndex={-1}>Flights</h1>
          <DataTable label="Flights" columns={opened} rows={ids} rowKey={(id) => id} empty={<p>None</p>} />
        </>
      );
    }
    renderInShell(<Page />);
    act(() => screen.getByRole('button', { name: '2' }).focus());
    keep([1, 3]);
    expect(document.activeElement?.textContent).toBe('3');
    keep([1]);
    expect(document.activeElement?.textContent).toBe('1');
    keep([]);
    expect(document.activeElement?.textContent).toBe('Flights');
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
