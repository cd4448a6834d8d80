import type { Visit } from './measure-visit.ts';

/** What a list has to keep, however long it is. */
const GOALS = { nodes: 1500, keyMs: 100 };

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));

function rowOf(name: string, entries: number, visits: readonly Visit[]): string[] {
  const keys = visits.flatMap((visit) => visit.keys);
  const frames = visits.flatMap((visit) => visit.frames);
  return [
    name,
    entries.toLocaleString('en-US'),
    ms(
      percentile(
        visits.map((visit) => visit.firstEntry),
        0.5,
      ),
    ),
    ms(percentile(keys, 0.5)),
    ms(percentile(keys, 1)),
    `${ms(percentile(frames, 0.5))} / ${ms(percentile(frames, 0.95))}`,
    String(Math.max(...visits.map(({ nodes }) => nodes))),
  ];
}

/** A page with few and with many entries, measured by turns. */
export interface Comparison {
  name: string;
  few: Visit[];
  many: Visit[];
}

export interface Sizes {
  rounds: number;
  /** Entries. */
  few: number;
  many: number;
}

const HEAD = ['page', 'entries', 'first entry', 'key press', 'longest', 'frame p50 / p95', 'nodes'];

/** Prints medians in ms, and the most nodes that a page had. */
export function printLists(comparisons: readonly Comparison[], { rounds, few, many }: Sizes): void {
  const rows = comparisons.flatMap((page) => [rowOf(page.name, few, page.few), rowOf('', many, page.many)]);
  const table = [HEAD, ...rows];
  const widths = HEAD.map((_head, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  process.stdout.write(`\nMedians of ${rounds} rounds, times in ms.\n\n`);
  for (const row of table) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  const visits = comparisons.flatMap((page) => page.many);
  const nodes = Math.max(...visits.map((visit) => visit.nodes));
  const key = percentile(
    visits.flatMap((visit) => visit.keys),
    0.5,
  );
  const verdict = (reached: boolean) => (reached ? 'reached' : 'missed');
  process.stdout.write(
    `\nWith ${many.toLocaleString('en-US')} entries: ${nodes} nodes at the most (< ${GOALS.nodes} ` +
      `${verdict(nodes < GOALS.nodes)}), a key press ${ms(key)} ms (< ${GOALS.keyMs} ms ${verdict(key < GOALS.keyMs)}).\n`,
  );
}
