import {
  FLIGHT_BOUNDS,
  groundDistance,
  isPlausibleStart,
  LOG_POSITIONS_MAX,
  topSpeed,
  type CountedDistance,
  type FlightTrack,
  type TrackMeasures,
} from '@dps/contract';
import { heightsOf, OUTLIERS_MAX } from './log-heights.ts';
import { LogProblem, type LogProblemCode } from './log-problem.ts';
import { longestChain, mostFrequent } from './longest-chain.ts';
import type { RawLog, RawPosition } from './raw-log.ts';
import { distanceOf } from './track-distance.ts';

/** Maximum duration of a log, in seconds: a week. */
const SECONDS_MAX = 604_800;
/** Shortest time of a speed, in seconds: logs repeat a position until the receiver has the next one. */
const SPEED_SECONDS = 1;
/** Share of the positions that may be missing at both ends of a track. With more, a part of the flight is missing. */
const CUT_MAX = 0.01;

export interface LogTrack {
  track: FlightTrack;
  /** The distance along the positions before they are rounded: in a tenth of a second, a drone drifts less than a centimetre. */
  distance: CountedDistance;
  /** The instant of the first position in ISO 8601 UTC; null if the log has only times since its start, or no plausible date. */
  startedAt: string | null;
  /** Number of positions without a fix or a time, out of range, not numeric, or contradicting the others. They are not in the track. */
  skipped: number;
  /** Whether positions are missing at an end of the track. */
  isCut: boolean;
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Returns why a position has no place, or undefined if it has one. Receivers without a fix report 0, 0. */
function placeProblem({ longitude, latitude, isText = false }: RawPosition): LogProblemCode | undefined {
  if (isText) return 'textPlaces';
  if (Number.isNaN(longitude) || Number.isNaN(latitude)) return 'noPlaces';
  if (longitude === 0 && latitude === 0) return 'zeroPlaces';
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? undefined : 'outsidePlaces';
}

/** Returns why a position cannot follow another one in a flight, or undefined. */
function contradiction(from: RawPosition, to: RawPosition): 'backwards' | 'tooLong' | 'tooFast' | undefined {
  const seconds = (to.time - from.time) / 1000;
  if (seconds < 0) return 'backwards';
  if (seconds > SECONDS_MAX) return 'tooLong';
  const meters = groundDistance([from.longitude, from.latitude], [to.longitude, to.latitude]);
  return meters > FLIGHT_BOUNDS.speed * Math.max(seconds, SPEED_SECONDS) ? 'tooFast' : undefined;
}

/**
 * Returns the positions of the flight. Positions before the first fix do not count. Of the others, at most a tenth may be bad.
 * Throws `LogProblem`.
 */
function flownPositions(all: readonly RawPosition[]): { kept: RawPosition[]; isCut: boolean } {
  const start = all.findIndex((position) => placeProblem(position) === undefined);
  if (start < 0) throw new LogProblem(mostFrequent(all.map(placeProblem)) ?? 'noPositions');
  const flown = all.slice(start);
  const valid = flown.flatMap((position, index) =>
    placeProblem(position) === undefined && Number.isFinite(position.time) ? { ...position, index } : [],
  );
  const [first] = valid;
  // Without times, a line can be a plan of a flight.
  if (!first) throw new LogProblem('noTimes');
  if (valid.length === 1 && flown.length === 1) throw new LogProblem('onePosition');
  if (valid.length > 1 && valid.every(({ time }) => time === first.time)) throw new LogProblem('badTimes');
  const chain = longestChain(valid, contradiction);
  const kept = chain.items;
  if (flown.length - kept.length > flown.length * OUTLIERS_MAX)
    throw new LogProblem(
      (flown.length - valid.length <= valid.length - kept.length ? chain.reason : undefined) ?? 'unusable',
    );
  const [from, to] = [kept[0]?.index ?? 0, kept.at(-1)?.index ?? 0];
  const missing = from + (flown.length - 1 - to);
  return { kept, isCut: missing > Math.max(1, flown.length * CUT_MAX) };
}

/** Returns the track of a log, rounded to a centimetre, a decimetre in height and a tenth of a second. Throws `LogProblem`. */
export function trackOf({ positions, heightReference, smallestMove }: RawLog): LogTrack {
  if (positions.length > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  const { kept, isCut } = flownPositions(positions);
  const [first] = kept;
  const longitudes = kept.map(({ longitude }) => longitude);
  const latitudes = kept.map(({ latitude }) => latitude);
  const seconds = kept.map(({ time }) => round((time - (first?.time ?? NaN)) / 1000, 1));
  if ((seconds.at(-1) ?? 0) > SECONDS_MAX) throw new LogProblem('tooLong');
  const distance = distanceOf({ longitudes, latitudes, heights: null, seconds }, smallestMove);
  const heights = heightsOf(kept, heightReference);
  const track = {
    longitudes: longitudes.map((each) => round(each, 7)),
    latitudes: latitudes.map((each) => round(each, 7)),
    heights: heights && heights.map((each) => round(each, 1)),
    seconds,
  };
  const instant = first?.instant ?? NaN;
  const startedAt = isPlausibleStart(instant) ? new Date(instant).toISOString() : null;
  return { track, distance, startedAt, skipped: positions.length - kept.length, isCut };
}

/**
 * Throws `LogProblem` unless track and figures are plausible for one flight of a small unmanned aircraft.
 */
export function requirePlausible(
  track: FlightTrack,
  { distanceMeters, areaSquareMeters }: Pick<TrackMeasures, 'distanceMeters' | 'areaSquareMeters'>,
): void {
  const { speed, height, depth, distance, area } = FLIGHT_BOUNDS;
  if (topSpeed(track) > speed) throw new LogProblem('tooFast');
  if (track.heights?.some((each) => each > height || each < -depth)) throw new LogProblem('tooHigh');
  if (distanceMeters > distance) throw new LogProblem('tooFar');
  if (areaSquareMeters > area) throw new LogProblem('tooWide');
}
