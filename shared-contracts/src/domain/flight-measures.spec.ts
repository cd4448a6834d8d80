import { Geodesic } from 'geographiclib-geodesic';
import { convexHull, polygonArea } from './convex-hull.ts';
import { distanceAlong, groundDistance, isDistanceOf } from './flight-distance.ts';
import { HEIGHT_LIMIT, measureTrack, METERS_PER_FOOT, topSpeed } from './flight-measures.ts';
import type { FlightTrack } from './flight-track.ts';

const track = (positions: readonly (readonly [number, number])[], rest: Partial<FlightTrack> = {}) => ({
  longitudes: positions.map(([longitude]) => longitude),
  latitudes: positions.map(([, latitude]) => latitude),
  heights: null,
  seconds: positions.map((_position, index) => index * 60),
  ...rest,
});

/** Metres in a degree of longitude at the equator. */
const DEGREE = (Math.PI / 180) * 6_378_137;

// GeographicLib computes on the WGS 84 ellipsoid: Karney, Algorithms for geodesics, doi:10.1007/s00190-012-0578-z.
describe('groundDistance', () => {
  it.each([
    ['Land’s End to John o’ Groats', [-5.7147, 50.0664], [-3.07, 58.644], 1e-3],
    ['a degree of latitude', [10, 40], [10, 41], 1e-4],
    ['over the antimeridian', [179.9, 0], [-179.9, 0], 1e-6],
    ['a leg to the north at the equator', [10, 0], [10, 0.001], 1e-6],
    ['a leg to the east in the far north', [10, 70], [10.001, 70], 1e-6],
    ['a diagonal leg', [10, 60], [10.002, 60.001], 1e-5],
  ] as const)('is that of a geodesic: %s', (_what, from, to, tolerance) => {
    const { s12 = 0 } = Geodesic.WGS84.Inverse(from[1], from[0], to[1], to[0]);
    expect(Math.abs(groundDistance(from, to) / s12 - 1)).toBeLessThan(tolerance);
  });

  it('is zero at one position', () => {
    expect(groundDistance([10, 40], [10, 40])).toBe(0);
  });
});

describe('distanceAlong', () => {
  const metersEast = (...meters: readonly number[]) => ({
    longitudes: meters.map((each) => each / DEGREE),
    latitudes: meters.map(() => 0),
  });

  it.each([
    ['all movements', [0, 1, 0, 1, 10], 0, 12],
    ['movements of at least 2 m, and the last one', [0, 1, 0, 1, 10, 11], 2, 11],
    ['small movements that add up', [0, 1, 2, 3, 4], 2, 4],
    ['nothing of one position', [7], 0, 0],
  ])('adds %s', (_what, meters, smallest, expected) => {
    expect(distanceAlong(metersEast(...meters), smallest)).toBeCloseTo(expected, 3);
  });

  it.each([
    ['is that of the track', 1000, undefined, true],
    ['lacks a tenth', 900, undefined, false],
    ['has more than an aircraft can drift in the time', 1080, undefined, false],
    ['has what an aircraft drifts in the time', 1060, undefined, true],
    ['lacks twice the smallest movement', 930, 10, true],
  ])('a distance that %s: %d m', (_what, distanceMeters, smallestMoveMeters, expected) => {
    const flown = { ...metersEast(0, 500, 1000), heights: null, seconds: [0, 30, 60] };
    expect(isDistanceOf(flown, { distanceMeters, smallestMoveMeters })).toBe(expected);
  });
});

describe('convexHull', () => {
  it('leaves out points inside and on the edges', () => {
    const points = ['00', '20', '40', '44', '23', '04', '00'].map((at) => ({
      x: Number(at[0]),
      y: Number(at[1]),
    }));
    expect(convexHull(points).map(({ x, y }) => `${x}${y}`)).toEqual(['00', '40', '44', '04']);
    expect(polygonArea(convexHull(points))).toBe(16);
  });

  it.each([
    ['no point', []],
    ['one point', [{ x: 1, y: 1 }]],
    ['points on a line', [1, 2, 3].map((each) => ({ x: each, y: 2 * each }))],
  ])('has no area with %s', (_what, points) => {
    expect(polygonArea(convexHull(points))).toBe(0);
  });
});

describe('measureTrack', () => {
  const square = [
    [0, 0],
    [0.001, 0],
    [0.001, 0.001],
    [0, 0.001],
  ] as const;
  it.each([0, -33.9, 45, 60, 70])(
    'differs from a geodesic by at most 0.01 %% in distance and area at %d degrees',
    (latitude) => {
      const positions = [...square, [0, 0] as const].map(([x, y]) => [x - 76, y + latitude] as const);
      const polygon = Geodesic.WGS84.Polygon(false);
      for (const [longitude, north] of positions) polygon.AddPoint(north, longitude);
      const { perimeter, area = 0 } = polygon.Compute(false, true);
      const { distanceMeters, areaSquareMeters } = measureTrack(track(positions));
      expect(Math.abs(distanceMeters - perimeter)).toBeLessThan(0.1);
      expect(Math.abs(areaSquareMeters / Math.abs(area) - 1)).toBeLessThan(1e-4);
    },
  );

  it('measures correctly across the antimeridian', () => {
    const here = measureTrack(track(square));
    expect(here).toMatchObject({ maxHeightMeters: null, secondsAboveLimit: null });
    const there = measureTrack(track(square.map(([x, y]) => [x > 0 ? -179.9995 : 179.9995, y] as const)));
    expect(there).toEqual(here);
  });

  it('interpolates when the height passes 400 ft', () => {
    const at = (feet: number) => feet * METERS_PER_FOOT;
    const flown = track([...square, [0, 0]], {
      heights: [at(300), at(500), at(500), at(400), at(0)],
      seconds: [0, 60, 100, 150, 200],
    });
    expect(measureTrack(flown)).toMatchObject({
      durationSeconds: 200,
      maxHeightMeters: 152.4,
      secondsAboveLimit: 30 + 40 + 50,
    });
    expect(HEIGHT_LIMIT).toBeCloseTo(121.92, 5);
  });

  it('accepts more positions than the maximum number of arguments', () => {
    const longitudes = Array.from({ length: 200_000 }, (_, index) => index / 1e7);
    const many = { longitudes, latitudes: longitudes, heights: longitudes, seconds: longitudes };
    expect(measureTrack(many).durationSeconds).toBe(0);
  });
});

describe('topSpeed', () => {
  /** A track along the equator: metres from its start, and seconds. */
  const along = (...places: readonly (readonly [number, number])[]) =>
    track(
      places.map(([meters]) => [meters / DEGREE, 0] as const),
      { seconds: places.map(([, seconds]) => seconds) },
    );

  it.each([
    ['of the fastest part', along([0, 0], [60, 10], [260, 20], [320, 30]), 20],
    ['over five seconds, because a position can be repeated', along([0, 0], [0, 0.9], [12, 1], [60, 5]), 12],
    ['of a jump at the end', along([0, 0], [50, 5], [1050, 6]), 200],
    ['of positions at the same time', along([0, 0], [1000, 0]), 200],
  ])('[EVID-11] is the speed %s', (_case, flown, speed) => {
    expect(topSpeed(flown)).toBeCloseTo(speed, 3);
  });
});
