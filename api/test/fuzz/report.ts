import type { FuzzReport } from './fuzz.ts';

/** Formats a report as a table: a line for each operation, a column for each status. */
export function toText({ seed, requests, statuses, failure }: FuzzReport): string {
  const answered = new Set<number>();
  for (const counts of statuses.values()) for (const status of counts.keys()) answered.add(status);
  const columns = [...answered].toSorted((a, b) => a - b);
  const widest = Math.max(0, ...[...statuses.keys()].map((name) => name.length));
  const cells = (texts: readonly (string | number)[]) =>
    texts.map((text) => String(text).padStart(7)).join('');
  const rows = [...statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, counts]) => name.padEnd(widest) + cells(columns.map((status) => counts.get(status) ?? '')));
  return [
    `seed ${seed}, ${requests} requests`,
    ''.padEnd(widest) + cells(columns),
    ...rows,
    failure === null ? 'All answers match the document, and none is a 5xx.' : `FAILED: ${failure}`,
  ].join('\n');
}
