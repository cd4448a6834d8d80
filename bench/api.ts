import { paths } from '@dps/contract';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { fillDatabase } from './api/fill.ts';
import { load, requireSameResponses, type Load, type Pair, type Server } from './api/load.ts';
import { printFigures, type Goal } from './run/figures.ts';
import { readOptions, runMeasurement, runRounds } from './run/measurement.ts';
import { PRODUCTION, startApi, startProgram, startSeparate } from './run/product.ts';

const options = readOptions(
  { few: 10_000, many: 1_000_000, rounds: 7, seconds: 3, connections: 8, warmUp: 4000 },
  { few: 100, many: 100, rounds: 1, seconds: 1, connections: 8, warmUp: 20 },
);

/** A comparison with its results by round. */
interface Comparison extends Pair {
  name: string;
  goal: Goal;
  rounds: { product: Load; baseline: Load }[];
}

/** Returns the comparisons of the two reads of servers. `goals` are the least ratios of the list and of the job. */
function comparisonsOf(
  what: string,
  { product, baseline, cookie, jobId }: { product: Server; baseline: Server; cookie: string; jobId: number },
  [list, job]: readonly [list: number, job: number],
): Comparison[] {
  const servers = { product, baseline, cookie };
  return [
    {
      ...servers,
      rounds: [],
      name: `list of 20${what}`,
      path: `${paths.availableJobs()}?limit=20`,
      goal: { atLeast: list },
    },
    { ...servers, rounds: [], name: `job by id${what}`, path: paths.job(jobId), goal: { atLeast: job } },
  ];
}

/** Compares the API with a minimal server, of which one has a pool of connections and one pipelines its statements as the API does. */
async function withBaselines(jobs: number, teardown: Teardown): Promise<Comparison[]> {
  const { databaseUrl, api } = await startApi(teardown);
  const filled = await fillDatabase(databaseUrl, jobs);
  const baseline = (PIPELINED: string) =>
    startProgram(
      'api/baseline.ts',
      { isServer: true, environment: { DATABASE_URL: databaseUrl, PIPELINED } },
      teardown,
    );
  const [pooled, pipelined] = [await baseline('0'), await baseline('1')];
  const count = jobs.toLocaleString('en-US');
  return [
    ...comparisonsOf(`, ${count} jobs`, { ...filled, product: api, baseline: pooled }, [1, 0.9]),
    ...comparisonsOf(
      `, ${count} jobs, both pipelined`,
      { ...filled, product: api, baseline: pipelined },
      [0.85, 0.85],
    ),
  ];
}

/** Compares the gateway with the API behind it. */
async function withGateway(jobs: number, teardown: Teardown): Promise<Comparison[]> {
  const { databaseUrl, gateway, api } = await startSeparate(PRODUCTION, teardown);
  const filled = await fillDatabase(databaseUrl, jobs);
  return comparisonsOf(' behind the gateway', { ...filled, product: gateway, baseline: api }, [0.8, 0.8]);
}

await runMeasurement(async (teardown) => {
  const { few, many, connections, seconds, warmUp } = options;
  const comparisons: Comparison[] = [];
  for (const jobs of new Set([few, many])) comparisons.push(...(await withBaselines(jobs, teardown)));
  comparisons.push(...(await withGateway(few, teardown)));
  for (const comparison of comparisons) await requireSameResponses(comparison);
  let round = 0;
  await runRounds(options, async (isWarmUp) => {
    round += 1;
    const limit = isWarmUp ? { connections, amount: warmUp } : { connections, duration: seconds };
    for (const comparison of comparisons) {
      const { product, baseline, rounds } = comparison;
      // Each round reverses the order: other load on the machine affects both alike.
      const order = round % 2 === 1 ? [product, baseline] : [baseline, product];
      const loads = new Map<Server, Load>();
      for (const server of order) loads.set(server, await load(server, comparison, limit));
      const [ours, theirs] = [loads.get(product), loads.get(baseline)];
      if (ours && theirs && !isWarmUp) rounds.push({ product: ours, baseline: theirs });
    }
  });
  const figure = (name: string, unit: string, rounds: Comparison['rounds'], of: keyof Load, goal?: Goal) => ({
    name,
    unit,
    values: rounds.map(({ product }) => product[of]),
    baselines: rounds.map(({ baseline }) => baseline[of]),
    goal,
  });
  printFigures(
    comparisons.flatMap(({ name, goal, rounds }) => [
      figure(name, 'requests/s', rounds, 'perSecond', goal),
      figure(`${name}, processor time`, 'µs', rounds, 'processorUs'),
    ]),
  );
});
