import { Geodesic } from 'geographiclib-geodesic';
import { formatAreaSize } from './area-size.ts';
import {
  areaSize,
  describeArea,
  polygonsOf,
  ringArea,
  sameArea,
  summarizeArea,
  type JobArea,
  type Ring,
} from './job-area.ts';

const rectangle = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** The area between geodesics, by an independent library. */
function geodesicArea(ring: Ring): number {
  const polygon = Geodesic.WGS84.Polygon(false);
  for (const [longitude = 0, latitude = 0] of ring.slice(1)) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Adds positions to each line, so that geodesics between them are the straight lines of GeoJSON. */
function refined(ring: Ring, parts = 200): Ring {
  return ring.slice(1).flatMap(([longitude = 0, latitude = 0], index) => {
    const [from = 0, south = 0] = ring[index] ?? [];
    return Array.from({ length: parts }, (_, part) => {
      const share = part / parts;
      return [from + (longitude - from) * share, south + (latitude - south) * share];
    });
  });
}
const around = (ring: Ring): Ring => [...ring, ring[0] ?? []];

describe('ringArea', () => {
  it('[AREA-4] has the surface of the ellipsoid for the complete globe', () => {
    // The published surface of WGS 84 is 510,065,621.724 km².
    const parts = Array.from({ length: 180 }, (_, index) => rectangle(-180, index - 90, 180, index - 89));
    const surface = parts.reduce((sum, ring) => sum + ringArea(ring), 0);
    expect(surface / 1e6).toBeCloseTo(510_065_621.724, 0);
  });

  it.each<[string, Ring]>([
    ['a field in Texas', rectangle(-97.745, 30.266, -97.7417, 30.269)],
    [
      'a triangle in Norway',
      [
        [10, 69],
        [10.05, 69],
        [10.02, 69.03],
        [10, 69],
      ],
    ],
    [
      'an outline at the equator',
      [
        [0, -0.1],
        [0.2, 0],
        [0.1, 0.1],
        [0, -0.1],
      ],
    ],
    ['500 km² in Chile', rectangle(-70.3, -33.4, -70.06, -33.2)],
  ])('[AREA-4] differs from geodesics by less than a millionth: %s', (_what, ring) => {
    const expected = geodesicArea(around(refined(ring)));
    expect(Math.abs(ringArea(ring) - expected)).toBeLessThan(expected * 1e-6);
  });
});

const FIELD: JobArea = {
  type: 'Polygon',
  coordinates: [rectangle(-97.7456, 30.2658, -97.7406, 30.2686), rectangle(-97.744, 30.267, -97.743, 30.268)],
};

describe('summarizeArea', () => {
  it('[AREA-4] has the size without holes, the extent and its center', () => {
    const [border = [], hole = []] = polygonsOf(FIELD)[0] ?? [];
    expect(areaSize(FIELD)).toBeCloseTo(ringArea(border) - ringArea(hole), 6);
    expect(summarizeArea(FIELD)).toEqual({
      squareMeters: Math.round(geodesicArea(border) - geodesicArea(hole)),
      widthMeters: 481,
      heightMeters: 310,
      longitude: -97.7431,
      latitude: 30.2672,
    });
  });

  it('has the center of an area that is split at the date line', () => {
    const summary = summarizeArea({
      type: 'MultiPolygon',
      coordinates: [[rectangle(179.98, 0, 180, 0.01)], [rectangle(-180, 0, -179.99, 0.01)]],
    });
    expect(summary).toMatchObject({ longitude: 179.995, latitude: 0.005, widthMeters: 3340 });
  });
});

describe('the texts of an area', () => {
  it('[AREA-5] have size, extent and center', () => {
    const figures = { widthMeters: 480, heightMeters: 310, longitude: -97.74312, latitude: 30.26723 };
    expect(describeArea({ squareMeters: 100_000, ...figures })).toBe(
      '24.7 acres (10 ha), 480 m × 310 m, center 30.2672° N, 97.7431° W',
    );
    expect(
      describeArea({
        squareMeters: 5e8,
        widthMeters: 22_360,
        heightMeters: 9999,
        longitude: 9,
        latitude: -8,
      }),
    ).toBe('123,553 acres (50,000 ha), 22.4 km × 9,999 m, center 8.0000° S, 9.0000° E');
    expect(formatAreaSize(100)).toBe('0.0247 acres (0.01 ha)');
  });
});

it('compares areas by their positions', () => {
  const moved: JobArea = { type: 'Polygon', coordinates: [rectangle(0, 0, 1, 1)] };
  expect(sameArea(FIELD, structuredClone(FIELD))).toBe(true);
  expect(sameArea(null, undefined)).toBe(true);
  expect(sameArea(FIELD, moved)).toBe(false);
  expect(sameArea(FIELD, null)).toBe(false);
});
