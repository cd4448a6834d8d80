import { FLIGHT_BOUNDS, type HeightReference } from '@dps/contract';
import { LogProblem } from './log-problem.ts';
import { longestChain } from './longest-chain.ts';
import type { RawPosition } from './raw-log.ts';

/** Share of bad values up to which they are outliers. With more, the log itself is bad. */
export const OUTLIERS_MAX = 0.1;

/** Metres above any reference, sea level included. */
const ALTITUDES = { min: -1000, max: 20_000 };
/** Greatest rate of climb and descent, in metres a second. Survey drones stay below 10. */
const CLIMB = 30;
/** Greatest rate of climb after take-off, in metres a second. */
const FIRST_CLIMB = 10;
/** Longest time without a height, in seconds. In a longer one, the aircraft can have been at its highest point. */
const GAP_SECONDS = 10;

interface Sample {
  /** NaN if unknown. */
  height: number;
  seconds: number;
}

const isKnown = ({ height }: Sample) => Number.isFinite(height);
const secondsBetween = (from: Sample, to: Sample) => Math.max(to.seconds - from.seconds, 1);

/** Removes zeros before the barometer reports values: the height above sea level then jumps to that of the site. */
function withoutLeadingZeros(samples: readonly Sample[]): Sample[] {
  const first = samples.findIndex(({ height }) => height !== 0 && Number.isFinite(height));
  const [before, here] = [samples[first - 1], samples[first]];
  const isJump = before && here && Math.abs(here.height) > FIRST_CLIMB * secondsBetween(before, here);
  return samples.map((sample, index) => (isJump && index < first ? { ...sample, height: NaN } : sample));
}

/** Removes heights outside the bounds of a flight. Throws `LogProblem` if they are no outliers. */
function withinBounds(samples: readonly Sample[], ground: number): Sample[] {
  const { height: highest, depth } = FLIGHT_BOUNDS;
  const isWithin = ({ height }: Sample) => !(height - ground > highest || height - ground < -depth);
  const outside = samples.filter((sample) => !isWithin(sample)).length;
  if (outside > samples.length * OUTLIERS_MAX) throw new LogProblem('tooHigh');
  return samples.map((sample) => (isWithin(sample) ? sample : { ...sample, height: NaN }));
}

/** Fills short gaps by straight lines. Returns null if a gap is too long. */
function filled(all: readonly Sample[], known: readonly Sample[]): number[] | null {
  let next = 0;
  const heights = all.map(({ seconds }) => {
    while ((known[next]?.seconds ?? Infinity) < seconds) next += 1;
    const [before, after] = [known[next - 1], known[next]];
    const [from, to] = [before ?? after, after ?? before];
    if (!from || !to) return NaN;
    const gap = Math.max(to.seconds, seconds) - Math.min(from.seconds, seconds);
    if (gap > GAP_SECONDS && to.seconds !== seconds) return NaN;
    const share = to.seconds > from.seconds ? (seconds - from.seconds) / (to.seconds - from.seconds) : 0;
    return from.height + (to.height - from.height) * share;
  });
  return heights.every(Number.isFinite) ? heights : null;
}

/**
 * Returns the heights of a track above its reference, in metres. Outliers and short gaps are interpolated. Returns null if the log has
 * no heights, long gaps, or no plausible start. Throws `LogProblem` for heights that no flight has.
 */
export function heightsOf(
  positions: readonly RawPosition[],
  reference: HeightReference | null,
): number[] | null {
  if (reference === null) return null;
  const isAbsolute = reference === 'first-position';
  const all = positions.map(({ height, time }) => {
    const isAltitude = height >= ALTITUDES.min && height <= ALTITUDES.max;
    return { height: isAltitude ? height : NaN, seconds: time / 1000 };
  });
  const started = isAbsolute ? withoutLeadingZeros(all) : all;
  const ground = isAbsolute ? (started.find(isKnown)?.height ?? 0) : 0;
  const plausible = withinBounds(started, ground).filter(isKnown);
  const { items } = longestChain(plausible, (from, to) =>
    Math.abs(to.height - from.height) > CLIMB * secondsBetween(from, to) ? 'jump' : undefined,
  );
  if (plausible.length - items.length > plausible.length * OUTLIERS_MAX) return null;
  const heights = filled(all, items);
  const zero = isAbsolute ? (heights?.[0] ?? 0) : 0;
  return heights && heights.map((height) => height - zero);
}
