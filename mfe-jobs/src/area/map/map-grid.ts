import { METERS_PER_FOOT } from '@dps/contract';

/** The bounds of a map in degrees. */
export interface MapBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A line of the graticule: a meridian or a parallel. */
export interface GridLine {
  isMeridian: boolean;
  /** Degrees to the east or north. */
  degrees: number;
  label: string;
}

const STEPS = [
  30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
];
/** The fewest lines along the longer side of a map. */
const FEWEST_LINES = 3;

/** Returns the largest step in degrees that has some lines in a span. */
export function gridStep(span: number): number {
  return STEPS.find((step) => span / step >= FEWEST_LINES) ?? STEPS.at(-1) ?? 1;
}

function labelOf(degrees: number, step: number, [positive, negative]: readonly [string, string]): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const side = degrees === 0 ? '' : ` ${degrees < 0 ? negative : positive}`;
  return `${Math.abs(degrees).toFixed(decimals)}°${side}`;
}

/** Returns the multiples of a step between two values, without errors of floating point. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = Number(((first + index) * step).toFixed(6));
    return value === 0 ? 0 : value;
  });
}

/** Returns the meridians and parallels of a map. */
export function graticule({ west, south, east, north }: MapBounds): GridLine[] {
  const step = gridStep(Math.max(east - west, north - south));
  const lines = (isMeridian: boolean, values: number[], sides: readonly [string, string]) =>
    values.map((degrees): GridLine => ({ isMeridian, degrees, label: labelOf(degrees, step, sides) }));
  return [
    ...lines(true, multiples(Math.max(west, -180), Math.min(east, 180), step), ['E', 'W']),
    ...lines(false, multiples(Math.max(south, -85), Math.min(north, 85), step), ['N', 'S']),
  ];
}

/** Degrees around the center of a near map, so that it names the towns nearby. */
const SMALLEST_SPAN = 0.5;

/** Returns bounds for the towns of a map as "west,south,east,north". Near maps have equal bounds, which are read once. */
export function townBounds({ west, south, east, north }: MapBounds): string {
  const step = gridStep(Math.max(east - west, north - south, SMALLEST_SPAN));
  const snap = (value: number, round: (steps: number) => number) =>
    Number((round(value / step) * step).toFixed(4));
  return [
    snap(west, Math.floor),
    snap(south, Math.floor),
    snap(east, Math.ceil),
    snap(north, Math.ceil),
  ].join(',');
}

const METERS_PER_MILE = 1609.344;

/** Formats a length of a scale bar: metric, and in feet or miles. */
export function lengthTexts(meters: number): [metric: string, imperial: string] {
  const format = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  return [
    meters < 1000 ? `${format(meters)} m` : `${format(meters / 1000)} km`,
    meters < 1000 ? `${format(meters / METERS_PER_FOOT)} ft` : `${format(meters / METERS_PER_MILE)} mi`,
  ];
}

/** A label on a map, by the pixel of its point. */
interface Label {
  x: number;
  y: number;
  text: string;
}

const CHARACTER_PIXELS = 7;
const HEIGHT_PIXELS = 20;
/** The point to the left of the text. */
const POINT_PIXELS = 16;

/** Returns the labels that do not overlap one before them. */
export function placeLabels<T extends Label>(labels: readonly T[]): T[] {
  const placed: { left: number; right: number; y: number }[] = [];
  return labels.filter(({ x, y, text }) => {
    const box = { left: x - POINT_PIXELS / 2, right: x + POINT_PIXELS + text.length * CHARACTER_PIXELS, y };
    const isFree = placed.every(
      (other) =>
        other.right < box.left || box.right < other.left || Math.abs(other.y - box.y) >= HEIGHT_PIXELS,
    );
    if (isFree) placed.push(box);
    return isFree;
  });
}
