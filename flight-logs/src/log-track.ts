import {
  FLIGHT_BOUNDS,
  LOG_POSITIONS_MAX,
  topSpeed,
  type CountedDistance,
  type FlightTrack,
  type TrackMeasures,
} from '@dps/contract';
import { LogProblem } from './log-problem.ts';
import type { RawLog, RawPosition } from './raw-log.ts';
import { distanceOf } from './track-distance.ts';

/** Maximum duration of a log, in seconds: a week. */
const SECONDS_MAX = 604_800;

export interface LogTrack {
  track: FlightTrack;
  /** The distance along the positions before they are rounded: in a tenth of a second, a drone drifts less than a centimetre. */
  distance: CountedDistance;
  /** The instant of the first position in ISO 8601 UTC; null if the log has only times since its start. */
  startedAt: string | null;
  /** Number of positions without a fix or a time, out of range, or not numeric. They are not in the track. */
  skipped: number;
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Metres above any reference, sea level included. */
const ALTITUDES = { min: -1000, max: 20_000 };

/** Receivers without a fix report 0, 0. */
const hasFix = ({ longitude, latitude }: RawPosition) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && (longitude !== 0 || latitude !== 0);

const isHeight = (height: number) => height >= ALTITUDES.min && height <= ALTITUDES.max;

/** Returns the valid positions. If the log has heights, a valid position has one too. */
const usable = ({ positions, heightReference }: RawLog): RawPosition[] =>
  positions.filter(
    (position) =>
      hasFix(position) &&
      (heightReference === null || isHeight(position.height)) &&
      Number.isFinite(position.time),
  );

function secondsOf(positions: readonly RawPosition[]): number[] {
  const first = positions[0]?.time ?? NaN;
  const seconds = positions.map(({ time }) => round((time - first) / 1000, 1));
  if (seconds.some((each, index) => each < (seconds[index - 1] ?? 0))) throw new LogProblem('backwards');
  if ((seconds.at(-1) ?? 0) > SECONDS_MAX) throw new LogProblem('tooLong');
  return seconds;
}

function heightsOf(positions: readonly RawPosition[], { heightReference }: RawLog): number[] | null {
  if (heightReference === null) return null;
  const ground = heightReference === 'first-position' ? (positions[0]?.height ?? 0) : 0;
  return positions.map(({ height }) => round(height - ground, 1));
}

/** Without times, a line can be a plan of a flight. */
function requireTimes({ positions }: RawLog): void {
  const isTimed = positions.some(({ time }) => Number.isFinite(time));
  if (!isTimed && positions.some(hasFix)) throw new LogProblem('noTimes');
}

/** Returns the track of a log, rounded to a centimetre, a decimetre in height and a tenth of a second. Throws `LogProblem`. */
export function trackOf(log: RawLog): LogTrack {
  const { positions } = log;
  if (positions.length > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  requireTimes(log);
  const kept = usable(log);
  const skipped = positions.length - kept.length;
  if (kept.length === 0) throw new LogProblem('noPositions');
  if (kept.length === 1) throw new LogProblem('onePosition');
  if (skipped > kept.length) throw new LogProblem('unusable');
  const longitudes = kept.map(({ longitude }) => longitude);
  const latitudes = kept.map(({ latitude }) => latitude);
  const seconds = secondsOf(kept);
  const distance = distanceOf({ longitudes, latitudes, heights: null, seconds }, log.smallestMove);
  const track = {
    longitudes: longitudes.map((each) => round(each, 7)),
    latitudes: latitudes.map((each) => round(each, 7)),
    heights: heightsOf(kept, log),
    seconds,
  };
  const { instant } = kept[0] ?? { instant: NaN };
  const startedAt = Number.isNaN(instant) ? null : new Date(instant).toISOString();
  return { track, distance, startedAt, skipped };
}

/**
 * Throws `LogProblem` unless track and figures are plausible for one flight of a small unmanned aircraft. The server refuses
 * the same.
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
