import type { Call, Target } from './calls.ts';
import { load, type Load } from './load.ts';

export interface LoadSettings {
  rounds: number;
  /** Duration of one load. */
  seconds: number;
  /** Concurrent connections. */
  connections: number;
  /** Requests before the first round, so that the code is compiled and the queries are planned. */
  warmUp: number;
}

/** A call to two servers with the same database. */
export interface Pair {
  call: Call;
  target: Target;
}

/** The results of one call on one table size, by round. */
export interface Comparison {
  call: Call;
  jobs: number;
  rounds: { api: Load; baseline: Load }[];
}

/**
 * Measures each pair. The API and the baseline alternate, and each round reverses their order: other
 * load on the machine affects both alike.
 */
export async function compareRounds(
  pairs: readonly Pair[],
  { rounds, seconds, connections, warmUp }: LoadSettings,
): Promise<Comparison[]> {
  const comparisons = pairs.map((pair) => ({
    ...pair,
    jobs: pair.target.jobs,
    rounds: new Array<Comparison['rounds'][number]>(),
  }));
  type Limit = Parameters<typeof load>[1]['until'];
  const run = ({ call, target }: (typeof comparisons)[number], server: 'api' | 'baseline', until: Limit) =>
    load(target[server], { path: call.path(target), cookie: target.cookie, connections, until });
  for (const comparison of comparisons) {
    await run(comparison, 'api', { requests: warmUp });
    await run(comparison, 'baseline', { requests: warmUp });
  }
  for (let round = 1; round <= rounds; round += 1) {
    process.stdout.write(`Round ${round} of ${rounds} …\n`);
    for (const comparison of comparisons) {
      if (round % 2 === 1) {
        const api = await run(comparison, 'api', { seconds });
        comparison.rounds.push({ api, baseline: await run(comparison, 'baseline', { seconds }) });
      } else {
        const baseline = await run(comparison, 'baseline', { seconds });
        comparison.rounds.push({ api: await run(comparison, 'api', { seconds }), baseline });
      }
    }
  }
  return comparisons;
}
