import { useLayoutEffect } from 'react';

/** Fixes the columns at their current shares of the width; rows that are cards have no columns. */
function steady(table: HTMLTableElement): void {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
  for (const cell of cells) cell.style.width = '';
  if (getComputedStyle(table).display !== 'table') return;
  const shares = cells.map((cell) => (100 * cell.getBoundingClientRect().width) / table.offsetWidth);
  for (const [at, cell] of cells.entries()) cell.style.width = `${shares[at]}%`;
}

/**
 * Keeps column widths constant while rows are added and removed. The rows that rendered first set the widths, once for each
 * width of the table; a longer word still widens its column.
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
