import { messageOf } from '@dps/release-store/refusal';
import type { BrowserPages } from './browser-pages.ts';
import type { Clock } from './clock.ts';
import { judgeCanary } from './judge-canary.ts';
import { changes, comparison, ENDINGS, type Ending, type Pair, type Seen, type Sighting } from './reports.ts';

/** How often a watch looks. */
const LOOK_MS = 5_000;
/** A canary that nobody has seen for so long is not kept. */
const BLIND_MS = 120_000;
const BLIND = 'the metrics could not be read for two minutes';

/** What a watch works with. */
export interface WatchEffects {
  clock: Clock;
  /** Aborted when somebody wants the watch to end. */
  stop: AbortSignal;
  say: (sighting: Sighting) => void;
  /** The users of a hundred that the canary has now; null where it is no canary any more. */
  percentNow: () => Promise<number | null>;
  /** Gives the canary's users the stable release, and writes down why. */
  takeBack: (why: string) => Promise<void>;
}

/**
 * Looks at a canary until it is clear what it is: takes it back where it does clearly worse than the stable release, or
 * where nobody can see how it does. A store that does not answer delays that and does not end it.
 *
 * @param pages is looked at already: what was before does not count
 * @param duration in ms
 */
export async function watchCanary(
  pair: Pair,
  pages: BrowserPages,
  duration: number,
  { clock, stop, say, percentNow, takeBack }: WatchEffects,
): Promise<Ending> {
  const end = clock.now() + duration;
  let seenAt = clock.now();
  let before: Seen | null = null;

  /** Does what a look calls for; null where the watch goes on. */
  async function decide(seen: Seen): Promise<Ending | null> {
    const percent = await percentNow();
    if (percent === null) return ENDINGS.replaced(pair);
    const verdict = judgeCanary(seen.canary, seen.stable, Math.ceil(duration / LOOK_MS));
    const isBlind = clock.now() - seenAt >= BLIND_MS;
    if (verdict === 'worse' || isBlind) {
      const why = isBlind ? BLIND : comparison(pair, seen);
      await takeBack(why);
      return ENDINGS.takenBack(pair, why);
    }
    if (clock.now() < end) return null;
    const isKnown = verdict === 'as good' && pages.isSeen;
    return isKnown ? ENDINGS.asGood(pair, percent) : ENDINGS.unknown(pair, percent);
  }

  for (;;) {
    const left = end - clock.now();
    await clock.pause(left > 0 ? Math.min(left, LOOK_MS) : LOOK_MS, stop);
    if (stop.aborted) return ENDINGS.stopped(pair);
    await pages.look();
    if (pages.isSeen) seenAt = clock.now();
    const seen = pages.seen(pair);
    for (const change of changes(pair, before, seen)) say(change);
    before = seen;
    try {
      const ending = await decide(seen);
      if (ending) return ending;
    } catch (error) {
      say({ event: 'delayed', text: `The store is in the way: ${messageOf(error)}` });
    }
  }
}
