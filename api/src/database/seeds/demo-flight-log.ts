import { METERS_PER_FOOT, type SurveyCameraId } from '@dps/contract';

/** A survey flight on a grid of parallel lines. */
export interface DemoFlightLog {
  fileName: string;
  camera: SurveyCameraId | null;
  /** Take-off, in degrees. */
  longitude: number;
  latitude: number;
  /** Metres. */
  lineLength: number;
  lines: number;
  spacing: number;
  height: number;
  /** Metres a second. */
  speed: number;
}

const METERS_PER_DEGREE = 111_195;
/** Metres a second. */
const CLIMB = 3;
/** Metres between two positions of the log. */
const STEP = 40;

interface Position {
  x: number;
  y: number;
  height: number;
}

/** Returns the waypoints of the flight: climb, lines, return and landing, in metres from take-off. */
function waypointsOf({ lineLength, lines, spacing, height }: DemoFlightLog): Position[] {
  const grid = Array.from({ length: lines }, (_, line) => {
    const ends = line % 2 === 0 ? [0, lineLength] : [lineLength, 0];
    return ends.map((x) => ({ x, y: line * spacing, height }));
  });
  const start = { x: 0, y: 0, height: 0 };
  return [start, { ...start, height }, ...grid.flat(), { ...start, height }, start];
}

/** Returns the positions from one waypoint to the next, including the next. They sway slightly, as in wind. */
function leg(from: Position, to: Position): Position[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
  return Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps;
    const sway = index + 1 < steps ? Math.sin(index * 1.7) * 0.8 - 0.8 : 0;
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share + sway,
      height: from.height + (to.height - from.height) * share + sway,
    };
  });
}

function positionsOf(log: DemoFlightLog): Position[] {
  const waypoints = waypointsOf(log);
  return waypoints.flatMap((waypoint, index) => {
    const before = waypoints[index - 1];
    return before ? leg(before, waypoint) : [waypoint];
  });
}

function secondsOf(positions: readonly Position[], speed: number): number[] {
  let now = 0;
  return positions.map((position, index) => {
    const before = positions[index - 1] ?? position;
    const way = Math.hypot(position.x - before.x, position.y - before.y);
    now += Math.max(way / speed, Math.abs(position.height - before.height) / CLIMB);
    return Math.round(now * 10) / 10;
  });
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** Returns the track of a flight log. */
function demoTrack(log: DemoFlightLog) {
  const positions = positionsOf(log);
  const shrink = Math.cos((log.latitude * Math.PI) / 180);
  return {
    longitudes: positions.map(({ x }) => rounded(log.longitude + x / (METERS_PER_DEGREE * shrink), 7)),
    latitudes: positions.map(({ y }) => rounded(log.latitude + y / METERS_PER_DEGREE, 7)),
    heights: positions.map(({ height }) => rounded(height, 1)),
    seconds: secondsOf(positions, log.speed),
  };
}

const HEADER = 'time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet)';

/** Returns a flight log that started at `startedAt`, as AirData exports it. */
export function demoLog(log: DemoFlightLog, startedAt: Date): string {
  const { longitudes, latitudes, heights, seconds } = demoTrack(log);
  const rows = seconds.map((second, index) => {
    const at = new Date(startedAt.getTime() + second * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const feet = ((heights[index] ?? 0) / METERS_PER_FOOT).toFixed(3);
    return [Math.round(second * 1000), at, latitudes[index], longitudes[index], feet].join(',');
  });
  return [HEADER, ...rows, ''].join('\n');
}
