import { figures, goalResult, percentile, printTable } from '../figures.ts';
import type { Visit } from './measure-visit.ts';
import type { MeasuredPage } from './pages.ts';

/** Limits for a list of any length. */
const GOALS = { nodes: 1500, keyMs: 100, firstEntryMs: 500 };

const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));

const median = (values: readonly number[]) => ms(percentile(values, 0.5));

function rowOf(name: string, entries: number, visits: readonly Visit[]): string[] {
  const keys = visits.flatMap((visit) => visit.keys);
  const frames = visits.flatMap((visit) => visit.frames);
  return [
    name,
    entries.toLocaleString('en-US'),
    median(visits.map(({ firstEntry }) => firstEntry)),
    median(keys),
    ms(percentile(keys, 1)),
    `${ms(percentile(frames, 0.5))} / ${ms(percentile(frames, 0.95))}`,
    String(Math.max(...visits.map(({ nodes }) => nodes))),
  ];
}

/** Visits of a page with few and with many entries. */
export interface Comparison {
  page: MeasuredPage;
  few: Visit[];
  many: Visit[];
}

export interface Sizes {
  rounds: number;
  /** Number of entries. */
  few: number;
  many: number;
}

const HEAD = ['page', 'entries', 'first entry', 'key press', 'longest', 'frame p50 / p95', 'nodes'];

/** Prints medians in ms and the maximum number of nodes of a page. */
export function printLists(comparisons: readonly Comparison[], { rounds, few, many }: Sizes): void {
  const rows = comparisons.flatMap((each) => [
    rowOf(each.page.name, few, each.few),
    rowOf('', many, each.many),
  ]);
  const table = [HEAD, ...rows];
  process.stdout.write(`\nMedians of ${rounds} rounds, times in ms.\n\n`);
  printTable(table, 1);
  const visits = comparisons.flatMap((each) => each.many);
  const nodes = Math.max(...visits.map((visit) => visit.nodes));
  const key = percentile(
    visits.flatMap((visit) => visit.keys),
    0.5,
  );
  figures.push(
    ...comparisons.map(({ page, few: fewVisits, many: manyVisits }) => {
      const firstOf = (each: readonly Visit[]) =>
        percentile(
          each.map(({ firstEntry }) => firstEntry),
          0.5,
        );
      const value = firstOf(manyVisits);
      return {
        name: `first of ${many.toLocaleString('en-US')} entries, ${page.name}`,
        unit: 'ms',
        value,
        baseline: firstOf(fewVisits),
        goal: { text: `≤ ${GOALS.firstEntryMs} ms`, reached: value <= GOALS.firstEntryMs },
      };
    }),
    {
      name: `nodes of a page, ${many.toLocaleString('en-US')} entries`,
      unit: 'nodes',
      value: nodes,
      goal: { text: `< ${GOALS.nodes}`, reached: nodes < GOALS.nodes },
    },
    {
      name: `key press in a search, ${many.toLocaleString('en-US')} entries`,
      unit: 'ms',
      value: key,
      goal: { text: `< ${GOALS.keyMs} ms`, reached: key < GOALS.keyMs },
    },
  );
  process.stdout.write(
    `\nWith ${many.toLocaleString('en-US')} entries: ${nodes} nodes at most (< ${GOALS.nodes} ` +
      `${goalResult(nodes < GOALS.nodes)}), a key press ${ms(key)} ms (< ${GOALS.keyMs} ms ${goalResult(key < GOALS.keyMs)}).\n`,
  );
}
