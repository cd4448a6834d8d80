import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../store/command-error.ts';
import type { BrowserPages } from './browser-pages.ts';
import { decidingNetwork, judgeCanary } from './judge-canary.ts';
import {
  changes,
  comparison,
  networkEvent,
  RESULTS,
  type WatchResult,
  type Pair,
  type Sample,
  type WatchEvent,
} from './watch-reports.ts';

/** Clock of a watch. */
export interface Clock {
  /** Returns the time in ms. */
  now: () => number;
  /** Resolves after a time in ms, or when the signal is aborted. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** Poll interval of a watch, in ms. */
const POLL_MS = 5_000;
/** Time without metrics after which a watch rolls the canary back, in ms. */
const UNREACHABLE_MS = 120_000;
const UNREACHABLE = 'the metrics were unreachable for two minutes';

/** Effects of a watch. */
export interface WatchEffects {
  clock: Clock;
  /** Ends the watch when aborted. */
  stop: AbortSignal;
  emit: (event: WatchEvent) => void;
  /** Returns the canary's current percentage of users, or null if it has changed. */
  percentNow: () => Promise<number | null>;
  /** Stops the canary and records the reason in the history. */
  rollBack: (why: string) => Promise<void>;
}

/**
 * Polls the page counts of a canary. Rolls it back if it is significantly worse than the stable release, or if no process is
 * reachable. A result that depends on one network is reported and not acted on. An unavailable store delays the rollback and
 * does not end the watch.
 *
 * @param pages after its first poll, which is the baseline
 * @param duration in ms
 */
export async function watchCanary(
  pair: Pair,
  pages: BrowserPages,
  duration: number,
  { clock, stop, emit, percentNow, rollBack }: WatchEffects,
): Promise<WatchResult> {
  const end = clock.now() + duration;
  let reachableAt = clock.now();
  const polls = Math.ceil(duration / POLL_MS);
  let before: Sample | null = null;
  let reportedNetwork: string | undefined;

  /** Acts on a poll. Returns null while the watch continues. */
  async function decide(sample: Sample): Promise<WatchResult | null> {
    const percent = await percentNow();
    if (percent === null) return RESULTS.replaced(pair);
    const judgement = judgeCanary(sample.canary, sample.stable, polls);
    const deciding = decidingNetwork(sample, polls);
    if (deciding && deciding.network !== reportedNetwork) emit(networkEvent(pair, sample, deciding));
    reportedNetwork = deciding?.network;
    const isUnreachable = clock.now() - reachableAt >= UNREACHABLE_MS;
    if ((judgement === 'worse' && !deciding) || isUnreachable) {
      const why = isUnreachable ? UNREACHABLE : comparison(pair, sample);
      await rollBack(why);
      return RESULTS.rolledBack(pair, why);
    }
    if (clock.now() < end) return null;
    if (deciding) return RESULTS.oneNetwork(pair, sample, deciding);
    const isKnown = judgement === 'as good' && pages.isReachable;
    return isKnown ? RESULTS.asGood(pair, percent) : RESULTS.unknown(pair, percent);
  }

  for (;;) {
    const left = end - clock.now();
    await clock.pause(left > 0 ? Math.min(left, POLL_MS) : POLL_MS, stop);
    if (stop.aborted) return RESULTS.stopped(pair);
    await pages.poll();
    if (pages.isReachable) reachableAt = clock.now();
    const sample = pages.seen(pair);
    for (const change of changes(pair, before, sample)) emit(change);
    before = sample;
    try {
      const result = await decide(sample);
      if (result) return result;
    } catch (error) {
      emit({ event: 'delayed', text: `The store is unavailable: ${messageOf(error)}` });
    }
  }
}
