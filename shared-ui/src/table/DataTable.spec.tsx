import { useState } from 'react';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { VirtualItems } from '../list/VirtualItems.tsx';
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

const numberColumns: Column<number>[] = [
  { key: 'name', header: 'Name', cell: (id) => `Row ${id}`, primary: true },
  { key: 'actions', header: 'Actions', cell: (id) => <button type="button">Open {id}</button> },
];
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A table of `count` rows, with a button that keeps the rows from `first` to `last`. */
function Numbers({ count, first = 1, last = count }: { count: number; first?: number; last?: number }) {
  const [filtered, setFiltered] = useState(false);
  const left = filtered ? ids(count).filter((id) => id >= first && id <= last) : ids(count);
  return (
    <>
      <button type="button" onClick={() => setFiltered(true)}>
        Filter
      </button>
      <DataTable
        label="Numbers"
        columns={numberColumns}
        rows={left}
        rowKey={(id) => id}
        empty={<p>None</p>}
      />
    </>
  );
}

function Cards({ count }: { count: number }) {
  return (
    <div>
      <VirtualItems items={ids(count)} itemKey={(id) => id} element="div">
        {(id, place) => (
          <article aria-label={`Card ${id}`} {...place}>
            {id}
          </article>
        )}
      </VirtualItems>
    </div>
  );
}

const rows = () => screen.getAllByRole('row').slice(1);
const open = (id: number) => screen.queryByRole('button', { name: `Open ${id}` });
/** The test waits until the table renders few rows. */
const windowed = () => screen.findByRole('button', { name: 'Open 1000' });

const focus = (button: HTMLElement | null) => act(() => button?.focus());
const filter = () => fireEvent.click(screen.getByRole('button', { name: 'Filter' }));

function scrollTo(top: number) {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: top });
  fireEvent.scroll(window);
}
afterEach(() => Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 }));

describe('DataTable', () => {
  it('is a named table with a header for each column and a row for each record', () => {
    renderInShell(table(flights));
    const records = within(screen.getByRole('table', { name: 'Flight Records' }));
    const headers = records.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual(['Flight Number', 'Duration']);
    expect(records.getAllByRole('row')).toHaveLength(3);
    expect(records.getByRole('row', { name: 'FL-002 30 min' })).toBeTruthy();
  });

  it('[ACCESSIBILITY-3] moves the focus of a removed row to the next row, to the row before it, and to the page heading', () => {
    const steps = [[1, 3], [1], []];
    function Page() {
      const [left, setLeft] = useState([1, 2, 3]);
      return (
        <>
          <h1 tabIndex={-1}>Flights</h1>
          {steps.map((next) => (
            <button
              key={next.length}
              type="button"
              onClick={() => setLeft(next)}
            >{`Keep ${next.length}`}</button>
          ))}
          <DataTable
            label="Flights"
            columns={numberColumns}
            rows={left}
            rowKey={(id) => id}
            empty={<p>None</p>}
          />
        </>
      );
    }
    const keep = (count: number) => fireEvent.click(screen.getByRole('button', { name: `Keep ${count}` }));
    renderInShell(<Page />);
    focus(open(2));
    keep(2);
    expect(document.activeElement).toBe(open(3));
    keep(1);
    expect(document.activeElement).toBe(open(1));
    keep(0);
    expect(document.activeElement?.textContent).toBe('Flights');
  });

  it('shows the loading text while loading, and then the empty state instead of a table without rows', () => {
    const { unmount } = renderInShell(table([], { text: 'Loading jobs...' }));
    expect(screen.getByRole('status').textContent).toBe('Loading jobs...');
    expect(screen.queryByText('No Flight Data')).toBeNull();
    unmount();
    renderInShell(table([]));
    expect(screen.getByText('No Flight Data')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a table with many rows', () => {
  it('[LIST-5] renders the rows in the viewport with their row index, and keeps the focused row and its neighbours on scroll', async () => {
    renderInShell(<Numbers count={1000} />);
    await windowed();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
    expect(rows().length).toBeLessThan(40);
    const last = screen.getByRole('row', { name: 'Row 1000 Open 1000' });
    expect(last.getAttribute('aria-rowindex')).toBe('1001');
    const third = open(3);
    focus(third);
    scrollTo(30_000);
    expect(open(530)).toBeTruthy();
    expect(open(10)).toBeNull();
    expect(document.activeElement).toBe(third);
    expect([open(2), open(4)].every(Boolean)).toBe(true);
    scrollTo(0);
    expect(document.activeElement).toBe(third);
  });

  it('keeps the focused row when rows above it are removed', async () => {
    renderInShell(<Numbers count={1000} first={200} />);
    await windowed();
    scrollTo(28_000);
    const middle = open(500);
    focus(middle);
    scrollTo(0);
    filter();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('802');
    expect(middle?.isConnected).toBe(true);
    expect(document.activeElement).toBe(middle);
  });

  it('stays virtual when a filter leaves few rows, and renders all of them', async () => {
    renderInShell(<Numbers count={1000} last={30} />);
    await windowed();
    const first = open(1);
    filter();
    expect(rows()).toHaveLength(30);
    expect(open(1)).toBe(first);
  });

  it('prints all rows', async () => {
    renderInShell(<Numbers count={200} />);
    await screen.findByRole('button', { name: 'Open 200' });
    expect(rows().length).toBeLessThan(40);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(200);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(rows().length).toBeLessThan(40);
  });
});

describe('a table with few rows', () => {
  it('renders all rows, without row indexes', () => {
    renderInShell(<Numbers count={40} />);
    expect(rows()).toHaveLength(40);
    expect(screen.getByRole('table').hasAttribute('aria-rowcount')).toBe(false);
    expect(rows()[0]?.hasAttribute('aria-rowindex')).toBe(false);
  });
});

describe('many cards', () => {
  it('render in the viewport only, each with its position in the set', async () => {
    renderInShell(<Cards count={1000} />);
    const last = await screen.findByRole('article', { name: 'Card 1000' });
    expect(last.getAttribute('aria-posinset')).toBe('1000');
    expect(last.getAttribute('aria-setsize')).toBe('1000');
    expect(screen.getAllByRole('article').length).toBeLessThan(40);
  });

  it('all render when they are few', () => {
    renderInShell(<Cards count={20} />);
    expect(screen.getAllByRole('article')).toHaveLength(20);
    expect(screen.getByRole('article', { name: 'Card 1' }).hasAttribute('aria-setsize')).toBe(false);
  });
});
