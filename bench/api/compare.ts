import { CALLS, type Call, type Target } from './calls.ts';
import { load, type Load } from './load.ts';
import type { Options } from './options.ts';

/** Until the code is compiled and the plans are made. */
const WARM_UP_REQUESTS = 4000;

/** What both servers did with a call, round by round. */
export interface Comparison {
  call: Call;
  jobs: number;
  rounds: { api: Load; baseline: Load }[];
}

/**
 * Measures every call on every size, the API and the baseline by turns: in each round the order is turned around, so that
 * what else the machine does meets both alike.
 */
export async function compareRounds(targets: readonly Target[], options: Options): Promise<Comparison[]> {
  const comparisons = CALLS.flatMap((call) =>
    targets.map((target) => ({
      call,
      target,
      jobs: target.jobs,
      rounds: new Array<Comparison['rounds'][number]>(),
    })),
  );
  const run = ({ call, target }: (typeof comparisons)[number], server: 'api' | 'baseline', warmUp = false) =>
    load(target[server] + call.path(target), {
      cookie: target.cookie,
      connections: options.connections,
      until: warmUp ? { requests: WARM_UP_REQUESTS } : { seconds: options.seconds },
    });
  for (const comparison of comparisons) {
    await run(comparison, 'api', true);
    await run(comparison, 'baseline', true);
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    process.stdout.write(`Round ${round} of ${options.rounds} …\n`);
    for (const comparison of comparisons) {
      if (round % 2 === 1) {
        const api = await run(comparison, 'api');
        comparison.rounds.push({ api, baseline: await run(comparison, 'baseline') });
      } else {
        const baseline = await run(comparison, 'baseline');
        comparison.rounds.push({ api: await run(comparison, 'api'), baseline });
      }
    }
  }
  return comparisons;
}
