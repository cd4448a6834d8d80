import { useState } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { DataTable, type Column } from '../table/DataTable.tsx';
import { VirtualItems } from './VirtualItems.tsx';

const columns: Column<number>[] = [
  { key: 'name', header: 'Name', cell: (id) => `Row ${id}`, primary: true },
  { key: 'actions', header: 'Actions', cell: (id) => <button type="button">Open {id}</button> },
];
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A table of `count` rows; a button leaves those from `first` to `last`. */
function Numbers({ count, first = 1, last = count }: { count: number; first?: number; last?: number }) {
  const [filtered, setFiltered] = useState(false);
  const left = filtered ? ids(count).filter((id) => id >= first && id <= last) : ids(count);
  return (
    <>
      <button type="button" onClick={() => setFiltered(true)}>
        Filter
      </button>
      <DataTable label="Numbers" columns={columns} rows={left} rowKey={(id) => id} empty={<p>None</p>} />
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
/** Where the table has become one of few drawn rows. */
const windowed = () => screen.findByRole('button', { name: 'Open 1000' });

const focus = (button: HTMLElement | null) => act(() => button?.focus());
const filter = () => fireEvent.click(screen.getByRole('button', { name: 'Filter' }));

function scrollTo(top: number) {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: top });
  fireEvent.scroll(window);
}
afterEach(() => Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 }));

describe('a table of many rows', () => {
  it('draws those in the window and says where each stands among all', async () => {
    renderInShell(<Numbers count={1000} />);
    await windowed();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
    expect(rows().length).toBeLessThan(40);
    expect(screen.getByRole('row', { name: 'Row 1000 Open 1000' }).getAttribute('aria-rowindex')).toBe(
      '1001',
    );
  });

  it('draws others when somebody scrolls, and keeps the row with the focus and its neighbours', async () => {
    renderInShell(<Numbers count={1000} />);
    await windowed();
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

  it('keeps the row with the focus when others above it go', async () => {
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

  it('goes on as it is when a filter leaves few, and then draws them all', async () => {
    renderInShell(<Numbers count={1000} last={30} />);
    await windowed();
    const first = open(1);
    filter();
    expect(rows()).toHaveLength(30);
    expect(open(1)).toBe(first);
  });

  it('is printed whole', async () => {
    renderInShell(<Numbers count={200} />);
    await screen.findByRole('button', { name: 'Open 200' });
    expect(rows().length).toBeLessThan(40);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(200);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(rows().length).toBeLessThan(40);
  });
});

describe('a table of few rows', () => {
  it('is drawn whole, and its rows need no numbers', () => {
    renderInShell(<Numbers count={40} />);
    expect(rows()).toHaveLength(40);
    expect(screen.getByRole('table').hasAttribute('aria-rowcount')).toBe(false);
    expect(rows()[0]?.hasAttribute('aria-rowindex')).toBe(false);
  });
});

describe('many cards', () => {
  it('are drawn as far as they are in the window, each with its place', async () => {
    renderInShell(<Cards count={1000} />);
    const last = await screen.findByRole('article', { name: 'Card 1000' });
    expect(last.getAttribute('aria-posinset')).toBe('1000');
    expect(last.getAttribute('aria-setsize')).toBe('1000');
    expect(screen.getAllByRole('article').length).toBeLessThan(40);
  });

  it('are all there when they are few', () => {
    renderInShell(<Cards count={20} />);
    expect(screen.getAllByRole('article')).toHaveLength(20);
    expect(screen.getByRole('article', { name: 'Card 1' }).hasAttribute('aria-setsize')).toBe(false);
  });
});
