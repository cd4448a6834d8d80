import { useLayoutEffect } from 'react';

/** Keeps the columns at the shares of the width that they have now; where rows are cards there are none to keep. */
function steady(table: HTMLTableElement): void {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
  for (const cell of cells) cell.style.width = '';
  if (getComputedStyle(table).display !== 'table') return;
  const shares = cells.map((cell) => (100 * cell.getBoundingClientRect().width) / table.offsetWidth);
  for (const [at, cell] of cells.entries()) cell.style.width = `${shares[at]}%`;
}

/**
 * Rows that come and go would each time make the columns of their table as wide as their own words. Here the rows that
 * were there first decide, again for each width of the table; a word that is wider than its column still gets its room.
 */
export function useSteadyColumns(body: HTMLElement | null): void {
  useLayoutEffect(() => {
    const table = body?.closest('table');
    if (!table) return;
    let width = -1;
    const observer = new ResizeObserver(() => {
      if (table.offsetWidth === width) return;
      width = table.offsetWidth;
      steady(table);
    });
    observer.observe(table);
    return () => observer.disconnect();
  }, [body]);
}
