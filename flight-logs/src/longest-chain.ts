/** Number of earlier runs that a run is compared with. A log with more damage in a row is not one track. */
const RUNS_BEFORE = 32;

interface Run {
  start: number;
  /** Exclusive. */
  end: number;
  /** Number of items of the best chain that ends with this run, and the run before it. */
  length: number;
  before: Run | undefined;
}

/** The items of a chain, and why it leaves out the others. */
export interface Chain<Item, Reason> {
  items: Item[];
  /** The most frequent reason; undefined if the chain has all items. */
  reason: Reason | undefined;
}

/** Returns the most frequent reason, the first of several; undefined without one. */
export function mostFrequent<Reason>(reasons: readonly Reason[]): Reason | undefined {
  const counts = [...Map.groupBy(reasons, (reason) => reason)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/**
 * Returns the longest chain of items in which no two neighbours contradict each other. A few bad items, also at the start, thus do
 * not decide about the others: the chain is the majority.
 *
 * @param contradiction returns why an item cannot follow another one, or undefined
 */
export function longestChain<Item, Reason>(
  all: readonly Item[],
  contradiction: (from: Item, to: Item) => Reason | undefined,
): Chain<Item, Reason> {
  const reasons: Reason[] = [];
  const starts = all.flatMap((item, index) => {
    const from = all[index - 1];
    const reason = from === undefined ? undefined : contradiction(from, item);
    if (reason !== undefined) reasons.push(reason);
    return from === undefined || reason !== undefined ? index : [];
  });
  const runs: Run[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? all.length;
    const run: Run = { start, end, length: 0, before: undefined };
    for (const earlier of runs.slice(-RUNS_BEFORE)) {
      const [from, to] = [all[earlier.end - 1], all[start]];
      const isLonger = earlier.length > run.length && from !== undefined && to !== undefined;
      if (isLonger && contradiction(from, to) === undefined)
        [run.length, run.before] = [earlier.length, earlier];
    }
    run.length += end - start;
    runs.push(run);
  }
  const best = runs.reduce<Run | undefined>(
    (top, run) => (run.length > (top?.length ?? 0) ? run : top),
    undefined,
  );
  const chain: Run[] = [];
  for (let run = best; run; run = run.before) chain.unshift(run);
  return {
    items: chain.flatMap(({ start, end }) => all.slice(start, end)),
    reason: mostFrequent(reasons),
  };
}
