/** One result of a measurement, for the report of all measurements. */
export interface Figure {
  /** The measured operation: `GET /api/jobs/{id}, 10,000 jobs`. */
  name: string;
  /** `requests/s`, `ms`, `KiB`. */
  unit: string;
  value: number;
  /** The same figure of the baseline in the same run. Absent without a baseline. */
  baseline?: number;
  /** `≥ 90 %`. Absent if the figure has no goal. */
  goal?: { text: string; reached: boolean };
}

/** The figures of this program, in the order of the measurement. */
export const figures: Figure[] = [];

/** Returns the value below which a share of the values lies, for example 0.99 for the 99th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** States whether a goal was reached. */
export const goalResult = (reached: boolean): string => (reached ? 'reached' : 'missed');

/** Prints rows of cells; the first `textColumns` columns are aligned to the left. */
export function printTable(rows: readonly string[][], textColumns: number): void {
  const widths = (rows[0] ?? []).map((_head, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column < textColumns ? cell.padEnd(width) : cell.padStart(width);
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}
