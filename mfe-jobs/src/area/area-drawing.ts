import { areaExtent, polygonsOf, radians, radiiAt, turn, type JobArea } from '@dps/contract';

/** An area as SVG, in metres, with north at the top. */
export interface AreaDrawing {
  viewBox: string;
  /** All rings as one path, to be filled by the even-odd rule. */
  path: string;
  /** The scale bar as a path, and its length in metres. */
  bar: string;
  barMeters: number;
}

const MARGIN = 0.08;
const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the longest length of 1, 2 or 5 times a power of ten that is at most a third of a width. */
export function barLength(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width / 3));
  return ([5, 2].find((each) => each * power <= width / 3) ?? 1) * power;
}

/** Draws an area on a plane that touches the ellipsoid at its center. */
export function drawArea(area: JobArea): AreaDrawing {
  const { west, south, east, north } = areaExtent(area);
  const latitude = (south + north) / 2;
  const radii = radiiAt(latitude);
  const perLongitude = radii.east * Math.cos(radians(latitude)) * radians(1);
  const perLatitude = radii.north * radians(1);
  const path = polygonsOf(area)
    .flat()
    .map((ring) => {
      const points = ring.slice(0, -1).map(([x = 0, y = 0]) => {
        return `${round(turn(west, x) * perLongitude)} ${round((north - y) * perLatitude)}`;
      });
      return `M${points.join('L')}Z`;
    })
    .join('');
  const [width, height] = [(east - west) * perLongitude, (north - south) * perLatitude];
  const size = Math.max(width, height);
  const margin = size * MARGIN;
  // A narrow area is in the middle of a frame that has room for the scale bar, which is below the area.
  const left = width / 2 - size / 2 - margin;
  const bottom = height + 2 * margin;
  const barMeters = barLength(size);
  return {
    viewBox: [left, -margin, size + 2 * margin, bottom + 2 * margin].map(round).join(' '),
    path,
    bar: `M${round(left + margin / 2)} ${round(bottom)}h${barMeters}`,
    barMeters,
  };
}
