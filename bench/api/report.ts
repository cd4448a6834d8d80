import { GROWTH_GOAL } from './calls.ts';
import { goalResult, median, printTable } from '../figures.ts';
import type { Comparison, LoadSettings } from './compare.ts';
import type { Load } from './load.ts';

const medianOf = ({ rounds }: Comparison, server: 'api' | 'baseline', figure: keyof Load) =>
  median(rounds.map((round) => round[server][figure]));

const percent = (share: number) => `${Math.round(share * 100)} %`;

function rowOf(comparison: Comparison): string[] {
  const { call, jobs, rounds } = comparison;
  const shares = rounds.map(({ api, baseline }) => api.perSecond / baseline.perSecond);
  const ratio = medianOf(comparison, 'api', 'perSecond') / medianOf(comparison, 'baseline', 'perSecond');
  const times = (server: 'api' | 'baseline') =>
    `${medianOf(comparison, server, 'p50').toFixed(2)} / ${medianOf(comparison, server, 'p99').toFixed(1)}`;
  return [
    call.name,
    jobs.toLocaleString('en-US'),
    medianOf(comparison, 'api', 'perSecond').toFixed(0),
    medianOf(comparison, 'baseline', 'perSecond').toFixed(0),
    percent(ratio),
    `${percent(Math.min(...shares))} … ${percent(Math.max(...shares))}`,
    times('api'),
    times('baseline'),
    `≥ ${percent(call.goal)} ${goalResult(ratio >= call.goal)}`,
  ];
}

const HEAD = [
  'call',
  'jobs',
  'API /s',
  'base /s',
  'ratio',
  'rounds',
  'API p50 / p99 ms',
  'base p50 / p99 ms',
  'goal',
];

/** Prints the medians over all rounds and the range of the ratios. */
export function printReport(
  comparisons: readonly Comparison[],
  { rounds, seconds, connections }: LoadSettings,
): void {
  process.stdout.write(
    `\nMedians of ${rounds} rounds of ${seconds} s on ${connections} connections; ratio of requests per second.\n\n`,
  );
  printTable([HEAD, ...comparisons.map(rowOf)], HEAD.length);
  const [list] = comparisons;
  const sizes = comparisons.filter(({ call }) => call === list?.call).toSorted((a, b) => a.jobs - b.jobs);
  const [smallest, largest] = [sizes.at(0), sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) return;
  const growth = medianOf(largest, 'api', 'p50') / medianOf(smallest, 'api', 'p50');
  process.stdout.write(
    `\nThe list's p50 grows ${growth.toFixed(2)} × from ${smallest.jobs.toLocaleString('en-US')} to ` +
      `${largest.jobs.toLocaleString('en-US')} jobs (≤ ${GROWTH_GOAL} × ${goalResult(growth <= GROWTH_GOAL)}).\n`,
  );
}
