import {
  HEIGHT_LIMIT,
  METERS_PER_FOOT,
  projectTrack,
  type FlightTrack,
  type PlanePoint,
} from '@dps/contract';

/** A `viewBox` in metres, with north at the top. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Minimum width and height of a drawing, in metres. */
const SMALLEST = 10;
const MARGIN = 0.08;

const span = (values: readonly number[]) => {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return { low, high, width: Math.max(high - low, SMALLEST) };
};

/** Projects the positions to metres. The y axis points down, as in SVG. */
export function drawnPoints(track: FlightTrack): PlanePoint[] {
  return projectTrack(track).map(({ x, y }) => ({ x, y: -y }));
}

/** Returns the frame of the points, with a margin. */
export function frameOf(points: readonly PlanePoint[]): Frame {
  const [x, y] = [span(points.map((point) => point.x)), span(points.map((point) => point.y))];
  const margin = Math.max(x.width, y.width) * MARGIN;
  return {
    x: x.low - margin,
    y: y.low - margin,
    width: x.width + 2 * margin,
    height: y.width + 2 * margin,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the `d` attribute of a path through the points. */
export function pathThrough(points: readonly PlanePoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** Returns the `d` attribute of the legs that start or end above the height limit; an empty string if there are none. */
export function pathAboveLimit(points: readonly PlanePoint[], heights: readonly number[] | null): string {
  if (!heights) return '';
  const isAbove = (index: number) => (heights[index] ?? 0) > HEIGHT_LIMIT;
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before || !(isAbove(index) || isAbove(index - 1))) return '';
      return `M${round(before.x)} ${round(before.y)}L${round(x)} ${round(y)}`;
    })
    .join('');
}

/** Returns the longest length of 1, 2 or 5 times a power of ten, in feet, that is at most a third of the frame's width. */
export function scaleBar({ width }: Frame): { feet: number; meters: number } {
  const most = width / 3 / METERS_PER_FOOT;
  const power = 10 ** Math.floor(Math.log10(most));
  const feet = ([5, 2, 1].find((each) => each * power <= most) ?? 1) * power;
  return { feet, meters: feet * METERS_PER_FOOT };
}

/** Returns at most `count` evenly spaced indexes of a list, including the first and the last. */
export function evenlySpacedIndexes(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, index) => index);
  return Array.from({ length: count }, (_, index) => Math.round((index * (length - 1)) / (count - 1)));
}
