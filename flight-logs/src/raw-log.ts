import { isPlausibleStart, LOG_POSITIONS_MAX, type HeightReference } from '@dps/contract';
import { LogProblem } from './log-problem.ts';

/** One position of a log; NaN for a missing or invalid number. */
export interface RawPosition {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** True if the log has a text instead of degrees. */
  isText?: boolean;
  /** Metres. */
  height: number;
  /** Milliseconds since any fixed instant. */
  time: number;
  /** Milliseconds since 1970 in UTC. */
  instant: number;
}

/** The parsed content of a log, not validated. */
export interface RawLog {
  positions: readonly RawPosition[];
  /** Zero of the heights; null if there are none. Heights with `first-position` are absolute. */
  heightReference: HeightReference | null;
  /** True if a part of a binary file is damaged or missing. */
  isIncomplete?: boolean;
  /** The shortest movement that the app of the aircraft counts, in metres. */
  smallestMove?: number;
  /** The distance that the log itself has counted, in metres; undefined or NaN if it has none. */
  distanceMeters?: number | undefined;
}

/** The figures in the header of a log without readable positions; null for a figure that no flight has. */
export interface LogSummary {
  /** ISO 8601 UTC. */
  startedAt: string | null;
  durationSeconds: number;
  distanceMeters: number | null;
  /** Above take-off. */
  maxHeightMeters: number | null;
}

/** QGroundControl, the app of PX4 and ArduPilot, counts movements of 2 m: `src/Vehicle/TrajectoryPoints.h`. */
export const QGROUNDCONTROL_MOVE = 2;

/**
 * Minimum time between two positions of a list, in milliseconds. Flight controllers log up to 400 positions a second. The clock of one
 * with ten is not exact, so the minimum is less than a tenth of a second.
 */
const STEP_MS = 90;

/** Positions in order, at most ten a second, and at most `LOG_POSITIONS_MAX`. */
export class PositionList {
  readonly positions: RawPosition[] = [];

  /** Adds a position unless it is too close to the last one. Throws `LogProblem` if the list is full. */
  add(position: RawPosition): void {
    const last = this.positions.at(-1);
    if (last && position.time - last.time < STEP_MS && position.time >= last.time) return;
    if (this.positions.length >= LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
    this.positions.push(position);
  }

  /** Returns the positions with their instants. */
  since(clock: ReceiverClock): RawPosition[] {
    for (const position of this.positions) position.instant = position.time + clock.start;
    return this.positions;
  }
}

/** The instant at which the clock of a flight controller is zero, by its receiver. */
export class ReceiverClock {
  /** Milliseconds since 1970; NaN without a plausible date. */
  start = NaN;

  /** Sets the clock. A receiver reports implausible dates until it knows the week. */
  read(instant: number, time: number): void {
    if (Number.isNaN(this.start) && isPlausibleStart(instant)) this.start = instant - time;
  }
}

/** Returns the reference of absolute heights, or null if no position has a height. */
export const referenceOfHeights = (
  positions: readonly RawPosition[],
  reference: HeightReference = 'first-position',
): HeightReference | null => (positions.some(({ height }) => !Number.isNaN(height)) ? reference : null);
