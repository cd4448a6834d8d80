import type { JobArea } from '@dps/contract';
import { metersFromArea } from './area-distance.ts';

/** A square of about 1.1 km with a hole in its middle, on the equator. */
const SQUARE: JobArea = {
  type: 'Polygon',
  coordinates: [
    [
      [9, 0],
      [9.01, 0],
      [9.01, 0.01],
      [9, 0.01],
      [9, 0],
    ],
    [
      [9.004, 0.004],
      [9.006, 0.004],
      [9.006, 0.006],
      [9.004, 0.006],
      [9.004, 0.004],
    ],
  ],
};
/** Two squares that meet at the date line. */
const SPLIT: JobArea = {
  type: 'MultiPolygon',
  coordinates: [179.99, -180].map((west) => [
    [
      [west, 60],
      [west + 0.01, 60],
      [west + 0.01, 60.01],
      [west, 60.01],
      [west, 60],
    ],
  ]),
};
const trackOf = (positions: readonly (readonly [longitude: number, latitude: number])[]) => ({
  longitudes: positions.map(([longitude]) => longitude),
  latitudes: positions.map(([, latitude]) => latitude),
  heights: null,
  seconds: positions.map((_, index) => index),
});

// One degree is 111,319.5 m of longitude and 110,574.3 m of latitude at the equator (WGS 84).
it.each([
  ['over the area', SQUARE, [[9.002, 0.002]], 0],
  ['over a hole', SQUARE, [[9.005, 0.005]], 0],
  ['east of an edge', SQUARE, [[9.03, 0.005]], 2226],
  ['north of an edge', SQUARE, [[9.005, 0.02]], 1106],
  ['at a corner', SQUARE, [[9.02, 0.02]], 1569],
  [
    'of which one position is near',
    SQUARE,
    [
      [9.5, 0.5],
      [9.02, 0.005],
    ],
    1113,
  ],
  ['over the second part, beyond the date line', SPLIT, [[-179.995, 60.005]], 0],
  ['beyond the date line', SPLIT, [[-179.97, 60.005]], 1116],
  ['in another country', SQUARE, [[12, 0.005]], 332_845],
] as const)('[EVID-34] is the distance of a flight %s', (_where, area, positions, meters) => {
  expect(Math.abs(metersFromArea(trackOf(positions), area) - meters)).toBeLessThanOrEqual(1);
});
