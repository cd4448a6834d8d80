import { EXIT, type ExitCode } from '../store/command-error.ts';
import { pagesText, type NetworkShare, type Pages } from './judge-canary.ts';

/** The two releases that a watch compares. */
export interface Pair {
  module: string;
  /** Versions. */
  canary: string;
  stable: string;
}

/** Counts at one poll. */
export interface Sample {
  canary: Pages;
  stable: Pages;
  /** The pages of networks with more than one page. */
  networks: readonly NetworkShare[];
  /** Errors of unreachable processes, by address. */
  unreachable: ReadonlyMap<string, string>;
}

/** Progress event of a watch. */
export interface WatchEvent {
  event: 'started' | 'pages' | 'network' | 'unreachable' | 'reachable' | 'delayed';
  text: string;
  canary?: Pages;
  stable?: Pages;
}

/** Result of a watch. */
export interface WatchResult {
  ended: 'as good' | 'rolled back' | 'unknown' | 'replaced' | 'stopped';
  text: string;
  code: ExitCode;
}

/** `jobs 1.1.0: 40 pages, 20 failed (50%); 1.0.0: 800 pages, 1 failed (0.1%)` */
export const comparison = (
  { module, canary, stable }: Pair,
  seen: Pick<Sample, 'canary' | 'stable'>,
): string => `${module} ${canary}: ${pagesText(seen.canary)}; ${stable}: ${pagesText(seen.stable)}`;

/** Returns one event for each change since the last poll. */
export function changes(pair: Pair, before: Sample | null, now: Sample): WatchEvent[] {
  const found: WatchEvent[] = [];
  for (const [url, why] of now.unreachable)
    if (!before?.unreachable.has(url))
      found.push({ event: 'unreachable', text: `${url} cannot be read: ${why}` });
  for (const url of before?.unreachable.keys() ?? [])
    if (!now.unreachable.has(url)) found.push({ event: 'reachable', text: `${url} is reachable again` });
  const text = comparison(pair, now);
  if (!before || text !== comparison(pair, before))
    found.push({ event: 'pages', text, canary: now.canary, stable: now.stable });
  return found;
}

const of = (part: Pages, all: Pages): string => `${part.pages} of ${all.pages}`;

/** `203.0.113.9 sent 400 of 420 pages with jobs 1.1.0 and 3 of 800 with 1.0.0` */
const networkText = (pair: Pair, { canary, stable }: Sample, one: NetworkShare): string =>
  `${one.network} sent ${of(one.canary, canary)} pages with ${named(pair)} and ${of(one.stable, stable)} with ${pair.stable}`;

/** Reports that one network decides the result. */
export const networkEvent = (pair: Pair, sample: Sample, one: NetworkShare): WatchEvent => ({
  event: 'network',
  text: `The result depends on one network: ${networkText(pair, sample, one)}.`,
});

const named = ({ module, canary }: Pair): string => `${module} ${canary}`;
const HOW_TO_STOP = 'Stop it with --percent 0';

/** Results with their messages and exit codes. */
export const RESULTS = {
  asGood: (pair: Pair, percent: number): WatchResult => ({
    ended: 'as good',
    text: `${named(pair)} does no worse than ${pair.stable}. It stays at ${percent} of 100 users: widen or promote it.`,
    code: EXIT.done,
  }),
  rolledBack: (pair: Pair, why: string): WatchResult => ({
    ended: 'rolled back',
    text: `${named(pair)} is rolled back: ${why}. Its users get ${pair.stable} on their next page.`,
    code: EXIT.rolledBack,
  }),
  unknown: (pair: Pair, percent: number): WatchResult => ({
    ended: 'unknown',
    text: `Too few pages had ${named(pair)} to judge it. It stays at ${percent} of 100 users. ${HOW_TO_STOP}.`,
    code: EXIT.undecided,
  }),
  oneNetwork: (pair: Pair, sample: Sample, one: NetworkShare): WatchResult => ({
    ended: 'unknown',
    text:
      `The result for ${named(pair)} depends on one network: ${networkText(pair, sample, one)}. The canary is unchanged. ` +
      `${HOW_TO_STOP}, or repeat the watch.`,
    code: EXIT.undecided,
  }),
  replaced: (pair: Pair): WatchResult => ({
    ended: 'replaced',
    text: `${named(pair)} is no longer a canary: another command changed it. The watch changed nothing.`,
    code: EXIT.undecided,
  }),
  stopped: (pair: Pair): WatchResult => ({
    ended: 'stopped',
    text: `The watch of ${named(pair)} has stopped. The canary stays as it is. ${HOW_TO_STOP}.`,
    code: EXIT.stopped,
  }),
} as const;
