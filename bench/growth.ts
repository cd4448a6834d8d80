import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from './database.ts';
import { fillDatabase } from './api/fill.ts';
import { figures, median, printTable } from './figures.ts';
import { GROWTH_CALLS, type GrowthCall, type Target } from './growth/calls.ts';
import { plotOf, type Series } from './growth/plot.ts';
import { readOptions, runMeasurement, runRounds } from './measurement.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { startApi } from './server.ts';

const PLOT = join(import.meta.dirname, 'dist/growth.svg');
const BYTES_PER_GB = 1e9;

const options = readOptions(
  { from: 10_000, to: 10_000_000, rounds: 7, requests: 50 },
  { from: 100, to: 1000, rounds: 1, requests: 2 },
);

/** Returns the given number of jobs, ten times that, and so on, up to a maximum. */
const sizes = (from: number, to: number): number[] => (from > to ? [] : [from, ...sizes(from * 10, to)]);

/** Starts an API with this number of jobs. */
async function startTarget(jobs: number, teardown: Teardown): Promise<Target> {
  const { databaseUrl, url } = await startApi(teardown);
  return { ...(await fillDatabase(databaseUrl, jobs)), databaseUrl, jobs, api: url };
}

/** Sends one request and reads its response. Returns the time in milliseconds. Throws if the request fails. */
async function timeOf({ path, body }: GrowthCall, target: Target): Promise<number> {
  const began = performance.now();
  const response = await fetch(target.api + path(target), {
    method: body ? 'POST' : 'GET',
    headers: { cookie: body ? target.clientCookie : target.cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body()) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path(target)} returned ${response.status}: ${text}`);
  return performance.now() - began;
}

/** Returns the size of the jobs and their indexes, in GB. */
async function tableSize({ databaseUrl }: Target): Promise<string> {
  const [row] = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      `SELECT pg_total_relation_size('jobs')::float8 AS bytes`,
    );
    return rows;
  });
  return ((row?.bytes ?? NaN) / BYTES_PER_GB).toFixed(2);
}

/** @param times the milliseconds of each round, by call and target */
async function report(targets: readonly Target[], times: readonly number[][][]): Promise<void> {
  const series: Series[] = GROWTH_CALLS.map(({ name }, call) => ({
    name,
    points: targets.map(({ jobs }, target) => ({ jobs, ms: median(times[call]?.[target] ?? []) })),
  }));
  const head = targets.map(({ jobs }) => `${jobs.toLocaleString('en-US')} jobs`);
  const rows = series.map(({ name, points }) => {
    const [first, last] = [points.at(0)?.ms ?? NaN, points.at(-1)?.ms ?? NaN];
    for (const { jobs, ms } of points)
      figures.push({
        name: `${name}, ${jobs.toLocaleString('en-US')} jobs`,
        unit: 'ms',
        value: ms,
        baseline: first,
      });
    return [name, ...points.map(({ ms }) => ms.toFixed(1)), (last / first).toFixed(2)];
  });
  const bytes = await Promise.all(targets.map(tableSize));
  process.stdout.write(
    `\nMedians of ${options.rounds} rounds of ${options.requests} sequential requests, in ms. The growth is from the first to the last column.\n\n`,
  );
  printTable([['call', ...head, 'growth'], ...rows, ['jobs and indexes, GB', ...bytes, '']], 1);
  mkdirSync(join(PLOT, '..'), { recursive: true });
  writeFileSync(PLOT, plotOf(series));
  process.stdout.write(`\nThe plot is ${PLOT}\n`);
}

/** Measures each call at each number of jobs; the smallest number is the baseline. */
await runMeasurement(async (teardown) => {
  const targets: Target[] = [];
  for (const jobs of sizes(options.from, options.to)) targets.push(await startTarget(jobs, teardown));
  const times = GROWTH_CALLS.map(() => targets.map((): number[] => []));
  await runRounds(options, async (isWarmUp) => {
    for (const [row, call] of GROWTH_CALLS.entries())
      for (const [column, target] of targets.entries()) {
        const taken: number[] = [];
        for (let sent = 0; sent < options.requests; sent += 1) taken.push(await timeOf(call, target));
        if (!isWarmUp) times[row]?.[column]?.push(median(taken));
      }
  });
  await report(targets, times);
});
