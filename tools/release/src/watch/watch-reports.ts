import { EXIT, type ExitCode } from '@dps/release-store/refusal';
import { pagesText, type Pages } from './judge-canary.ts';

/** The two releases that a watch compares. */
export interface Pair {
  module: string;
  /** Versions. */
  canary: string;
  stable: string;
}

/** What a look has found. */
export interface Seen {
  canary: Pages;
  stable: Pages;
  /** Why a process does not answer, by its address. */
  silent: ReadonlyMap<string, string>;
}

/** What a watch says while it runs, for people and for programs. */
export interface Sighting {
  event: 'given' | 'pages' | 'silent' | 'answers' | 'delayed';
  text: string;
  canary?: Pages;
  stable?: Pages;
}

/** How a watch ended. */
export interface Ending {
  ended: 'as good' | 'taken back' | 'unknown' | 'replaced' | 'stopped';
  text: string;
  code: ExitCode;
}

/** `jobs 1.1.0: 40 pages, 20 in trouble (50%); 1.0.0: 800 pages, 1 in trouble (0.1%)` */
export const comparison = ({ module, canary, stable }: Pair, seen: Pick<Seen, 'canary' | 'stable'>): string =>
  `${module} ${canary}: ${pagesText(seen.canary)}; ${stable}: ${pagesText(seen.stable)}`;

/** What has changed since the look before, a sentence each. */
export function changes(pair: Pair, before: Seen | null, now: Seen): Sighting[] {
  const found: Sighting[] = [];
  for (const [url, why] of now.silent)
    if (!before?.silent.has(url)) found.push({ event: 'silent', text: `${url} cannot be read: ${why}` });
  for (const url of before?.silent.keys() ?? [])
    if (!now.silent.has(url)) found.push({ event: 'answers', text: `${url} answers again` });
  const text = comparison(pair, now);
  if (!before || text !== comparison(pair, before))
    found.push({ event: 'pages', text, canary: now.canary, stable: now.stable });
  return found;
}

const named = ({ module, canary }: Pair): string => `${module} ${canary}`;
const HOW_BACK = 'Take it back with --percent 0';

/** What a watch says in the end. */
export const ENDINGS = {
  asGood: (pair: Pair, percent: number): Ending => ({
    ended: 'as good',
    text: `${named(pair)} does no worse than ${pair.stable}. It stays with ${percent} of 100 users: widen or promote it.`,
    code: EXIT.done,
  }),
  takenBack: (pair: Pair, why: string): Ending => ({
    ended: 'taken back',
    text: `${named(pair)} is taken back: ${why}. The next page of its users has ${pair.stable}.`,
    code: EXIT.takenBack,
  }),
  unknown: (pair: Pair, percent: number): Ending => ({
    ended: 'unknown',
    text: `Too little was seen of ${named(pair)} to judge it. It stays with ${percent} of 100 users. ${HOW_BACK}.`,
    code: EXIT.undecided,
  }),
  replaced: (pair: Pair): Ending => ({
    ended: 'replaced',
    text: `${named(pair)} is no canary any more: somebody else has decided. Nothing was changed.`,
    code: EXIT.undecided,
  }),
  stopped: (pair: Pair): Ending => ({
    ended: 'stopped',
    text: `Nobody watches ${named(pair)} any more. It stays as it is. ${HOW_BACK}.`,
    code: EXIT.stopped,
  }),
} as const;
