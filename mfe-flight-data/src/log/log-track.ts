import { LOG_POSITIONS_MAX, type FlightTrack } from '@dps/shared-contracts';
import { LogProblem } from './log-problem.ts';
import type { RawLog, RawPosition } from './raw-log.ts';

/** Maximum duration of a log, in seconds: a week. */
const SECONDS_MAX = 604_800;

export interface LogTrack {
  track: FlightTrack;
  /** Number of positions without a fix, out of range, or not numeric. They are not in the track. */
  skipped: number;
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Receivers without a fix report 0, 0. */
const hasFix = ({ longitude, latitude }: RawPosition) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && (longitude !== 0 || latitude !== 0);

const isHeight = (height: number) => height >= -1000 && height <= 20_000;

/** Returns the valid positions. If the log has heights or times, a valid position has them too. */
function usable({ positions, heightReference }: RawLog): RawPosition[] {
  const timed = positions.some(({ time }) => Number.isFinite(time));
  return positions.filter(
    (position) =>
      hasFix(position) &&
      (heightReference === null || isHeight(position.height)) &&
      (!timed || Number.isFinite(position.time)),
  );
}

function secondsOf(positions: readonly RawPosition[]): number[] | null {
  const first = positions[0]?.time ?? NaN;
  if (Number.isNaN(first)) return null;
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

/** Returns the track of a log, rounded to a centimetre, a decimetre in height and a tenth of a second. Throws `LogProblem`. */
export function trackOf(log: RawLog): LogTrack {
  const { positions } = log;
  if (positions.length > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  const kept = usable(log);
  const skipped = positions.length - kept.length;
  if (kept.length === 0) throw new LogProblem('noPositions');
  if (kept.length === 1) throw new LogProblem('onePosition');
  if (skipped > kept.length) throw new LogProblem('unusable');
  const track = {
    longitudes: kept.map(({ longitude }) => round(longitude, 7)),
    latitudes: kept.map(({ latitude }) => round(latitude, 7)),
    heights: heightsOf(kept, log),
    seconds: secondsOf(kept),
  };
  return { track, skipped };
}
