import { GROWTH_GOAL } from './calls.ts';
import { figures, goalResult, median, printTable } from '../figures.ts';
import type { Comparison, LoadSettings } from './compare.ts';
import type { Load } from './load.ts';

const medianOf = ({ rounds }: Comparison, server: 'api' | 'baseline', figure: keyof Load) =>
  median(rounds.map((round) => round[server][figure]));

const percent = (share: number) => `${Math.round(share * 100)} %`;

function rowOf(comparison: Comparison): string[] {
  const { call, jobs, rounds } = comparison;
  const shares = rounds.map(({ api, baseline }) => api.perSecond / baseline.perSecond);
  const ratio = medianOf(comparison, 'api', 'perSecond') / medianOf(comparison, 'baseline', 'perSecond');
  figures.push({
    name: `${call.name}, ${jobs.toLocaleString('en-US')} jobs`,
    unit: 'requests/s',
    value: medianOf(comparison, 'api', 'perSecond'),
    baseline: medianOf(comparison, 'baseline', 'perSecond'),
    ...(call.goal !== undefined && {
      goal: { text: `≥ ${percent(call.goal)}`, reached: ratio >= call.goal },
    }),
  });
  figures.push({
    name: `processor time of ${call.name}, ${jobs.toLocaleString('en-US')} jobs`,
    unit: 'µs',
    value: medianOf(comparison, 'api', 'processorUs'),
    baseline: medianOf(comparison, 'baseline', 'processorUs'),
  });
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
    `${medianOf(comparison, 'api', 'processorUs').toFixed(0)} / ${medianOf(comparison, 'baseline', 'processorUs').toFixed(0)}`,
    call.goal === undefined ? '' : `≥ ${percent(call.goal)} ${goalResult(ratio >= call.goal)}`,
  ];
}

/** Column names of the measured server and of its baseline. */
interface Servers {
  api: string;
  baseline: string;
}

/** Prints the medians over all rounds and the range of the ratios. */
export function printReport(
  comparisons: readonly Comparison[],
  { rounds, seconds, connections }: LoadSettings,
  { api, baseline }: Servers = { api: 'API', baseline: 'base' },
): void {
  const head = [
    'call',
    'jobs',
    `${api} /s`,
    `${baseline} /s`,
    'ratio',
    'rounds',
    `${api} p50 / p99 ms`,
    `${baseline} p50 / p99 ms`,
    'processor µs',
    'goal',
  ];
  process.stdout.write(
    `\nMedians of ${rounds} rounds of ${seconds} s on ${connections} connections; ratio of requests per second. ` +
      `Processor time of ${api} and ${baseline} for one request.\n\n`,
  );
  printTable([head, ...comparisons.map(rowOf)], head.length);
  const [list] = comparisons;
  const sizes = comparisons.filter(({ call }) => call === list?.call).toSorted((a, b) => a.jobs - b.jobs);
  const [smallest, largest] = [sizes.at(0), sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) return;
  const growth = medianOf(largest, 'api', 'p50') / medianOf(smallest, 'api', 'p50');
  figures.push({
    name: "growth of the list's p50 with the jobs",
    unit: '×',
    value: growth,
    goal: { text: `≤ ${GROWTH_GOAL} ×`, reached: growth <= GROWTH_GOAL },
  });
  process.stdout.write(
    `\nThe list's p50 grows ${growth.toFixed(2)} × from ${smallest.jobs.toLocaleString('en-US')} to ` +
      `${largest.jobs.toLocaleString('en-US')} jobs (≤ ${GROWTH_GOAL} × ${goalResult(growth <= GROWTH_GOAL)}).\n`,
  );
}
