import { paths } from '@dps/contract';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { fillDatabase, type Filled } from './api/fill.ts';
import { postJob, withClient } from './run/accounts.ts';
import { median, printFigures, type Figure, type Goal } from './run/figures.ts';
import { readOptions, runMeasurement, runRounds } from './run/measurement.ts';
import { startApi } from './run/product.ts';

const options = readOptions(
  { from: 10_000, to: 10_000_000, rounds: 7, requests: 50 },
  { from: 100, to: 1000, rounds: 1, requests: 2 },
);

/** A filled database, the number of its jobs, and the address of the API that serves it. */
interface Target extends Filled {
  jobs: number;
  api: string;
}

/** A call whose time may depend on the number of jobs. */
interface Call {
  name: string;
  send: (target: Target) => Promise<unknown>;
  goal?: Goal;
}

async function get({ api, cookie }: Target, path: string): Promise<void> {
  const response = await fetch(api + path, { headers: { cookie } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${body}`);
}

const search = (name: string, query: (target: Target) => Record<string, string>): Call => ({
  name,
  send: (target) =>
    get(target, `${paths.availableJobs()}?${new URLSearchParams({ limit: '20', ...query(target) })}`),
  goal: { atMost: 100, of: 'value' },
});

/** A user has a thousandth of the jobs, so the user's own jobs grow as well. */
const CALLS: readonly Call[] = [
  search('list of 20', () => ({})),
  search('search: two letters that every job has', () => ({ text: 'te' })),
  search('search: two letters that no job has', () => ({ text: 'zq' })),
  search('search: words of one job', ({ jobs }) => ({ text: `site ${jobs - (jobs % 5)}` })),
  search('jobs within 50 miles', () => ({ within: '50' })),
  search('the nearest jobs', () => ({ sort: 'distance' })),
  { name: 'job by id', send: (target) => get(target, paths.job(target.jobId)) },
  {
    name: "20 of a pilot's own jobs",
    send: (target) => get(target, `${paths.pilotJobs(target.pilotId)}?limit=20`),
  },
  { name: 'post a job', send: ({ api, clientCookie }) => postJob(api, clientCookie) },
];

/** Returns the given number of jobs, ten times that, and so on, up to a maximum. */
const sizes = (from: number, to: number): number[] => (from > to ? [] : [from, ...sizes(from * 10, to)]);

const SET_BASE = 'UPDATE users SET base_latitude = 37.5, base_longitude = -95.1 WHERE id = $1';

/** Starts an API with this number of jobs. */
async function startTarget(jobs: number, teardown: Teardown): Promise<Target> {
  const { databaseUrl, url } = await startApi(teardown);
  const filled = await fillDatabase(databaseUrl, jobs);
  await withClient(databaseUrl, (client) => client.query(SET_BASE, [filled.pilotId]));
  return { ...filled, jobs, api: url };
}

/** Returns the median time of sequential calls, in milliseconds. */
async function timeOf({ send }: Call, target: Target): Promise<number> {
  const times: number[] = [];
  while (times.length < options.requests) {
    const began = performance.now();
    await send(target);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Measures each call at each number of jobs; the smallest number is the baseline. */
await runMeasurement(async (teardown) => {
  const targets: Target[] = [];
  for (const jobs of sizes(options.from, options.to)) targets.push(await startTarget(jobs, teardown));
  const times = CALLS.map(() => targets.map((): number[] => []));
  await runRounds(options, async (isWarmUp) => {
    for (const [row, call] of CALLS.entries())
      for (const [column, target] of targets.entries()) {
        const taken = await timeOf(call, target);
        if (!isWarmUp) times[row]?.[column]?.push(taken);
      }
  });
  const figuresOf = ({ name, goal }: Call, bySize: readonly number[][]): Figure[] =>
    bySize.slice(1).map((values, index) => ({
      name: `${name}, ${targets[index + 1]?.jobs.toLocaleString('en-US')} jobs`,
      unit: 'ms',
      values,
      baselines: bySize[0] ?? [],
      goal,
    }));
  printFigures(CALLS.flatMap((call, row) => figuresOf(call, times[row] ?? [])));
});
