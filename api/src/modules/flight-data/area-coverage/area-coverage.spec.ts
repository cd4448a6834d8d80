import { radians, radiiAt, viewOfGround, type JobArea, type SurveyCameraId } from '@dps/contract';
import { AreaCoverage } from './area-coverage.ts';
import type { FlownTrack } from './footprints.ts';

/** Metres east and north of the origin of a case. */
type Point = readonly [x: number, y: number];
/** A border with its holes. */
type Rings = readonly (readonly Point[])[];
interface Flight {
  points: readonly Point[];
  height: number | readonly number[];
  camera: SurveyCameraId | null;
  gaps?: readonly number[];
}
interface Case {
  polygons: readonly Rings[];
  flights: readonly Flight[];
  latitude?: number;
  longitude?: number;
}

const PHANTOM = 'dji-phantom-4-rtk';
const box = (west: number, south: number, width: number, height: number): Point[] => [
  [west, south],
  [west + width, south],
  [west + width, south + height],
  [west, south + height],
];
const FIELD = [box(0, 0, 400, 250)];
const flight = (points: readonly Point[], facts: Partial<Flight> = {}): Flight => ({
  points,
  height: 40,
  camera: PHANTOM,
  ...facts,
});
/** Flight lines from west to east and back, turned by an angle in degrees about the middle of the field. */
const lines = (spacing: number, angle: number, count = Math.ceil(500 / spacing)): Point[] =>
  Array.from({ length: count }, (_, line): Point[] => {
    const y = (line - (count - 1) / 2) * spacing;
    const ends: Point[] = [
      [-350, y],
      [350, y],
    ];
    return line % 2 === 0 ? ends : ends.toReversed();
  })
    .flat()
    .map(([x, y]) => {
      const [cosine, sine] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
      return [200 + x * cosine - y * sine, 125 + x * sine + y * cosine];
    });

const heightAt = ({ height }: Flight, index: number) =>
  typeof height === 'number' ? height : (height[index] ?? NaN);

/** The degrees of a point on the plane that touches the ellipsoid at the origin of the case. */
function degreesOf([x, y]: Point, { longitude = -97.7, latitude = 30.2 }: Case): [number, number] {
  const { north, east } = radiiAt(latitude);
  return [
    longitude + x / (east * Math.cos(radians(latitude)) * radians(1)),
    latitude + y / (north * radians(1)),
  ];
}

function measured(made: Case) {
  const ring = (points: readonly Point[]) =>
    [...points, ...points.slice(0, 1)].map((point) => degreesOf(point, made));
  const area: JobArea = {
    type: 'MultiPolygon',
    coordinates: made.polygons.map((rings) => rings.map(ring)),
  };
  const coverage = new AreaCoverage(area);
  for (const { points, camera, gaps, ...flown } of made.flights) {
    const positions = points.map((point) => degreesOf(point, made));
    const track: FlownTrack['track'] = {
      longitudes: positions.map(([longitude]) => longitude),
      latitudes: positions.map(([, latitude]) => latitude),
      heights: points.map((_, index) => heightAt({ points, camera, ...flown }, index)),
      seconds: points.map((_, index) => index * 10),
      gaps,
    };
    Array.from(coverage.add({ track, camera }));
  }
  const result = coverage.result();
  return { ...result, share: result.coveredSquareMeters / result.squareMeters };
}

function isInside([x, y]: Point, rings: Rings): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (const [index, [toX, toY]] of ring.entries()) {
      const [fromX, fromY] = ring.at(index - 1) ?? [NaN, NaN];
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}

/** Whether the pictures of a flight show a point: each side of a picture limits the part of a leg from which it does. */
function isSeen(point: Point, flown: Flight): boolean {
  const view = viewOfGround(flown.camera);
  let heading: Point = [0, 1];
  return flown.points.some(([toX, toY], index) => {
    const from = flown.points[index - 1];
    if (!from) return false;
    const [east, north] = [toX - from[0], toY - from[1]];
    const length = Math.hypot(east, north);
    if (length >= 2) heading = [east / length, north / length];
    const [x, y] = [point[0] - from[0], point[1] - from[1]];
    const [ahead, aside] = [x * heading[0] + y * heading[1], x * heading[1] - y * heading[0]];
    const [start, end] = [heightAt(flown, index - 1), heightAt(flown, index)];
    // Each row is a limit: `constant + share * slope >= 0`, with the share of the leg from 0 to 1.
    const [along, across] = [view.along / 2, view.across / 2];
    const limits: Point[] = [
      [start * along - ahead, (end - start) * along + length],
      [start * along + ahead, (end - start) * along - length],
      [start * across - aside, (end - start) * across],
      [start * across + aside, (end - start) * across],
    ];
    if (flown.gaps?.includes(index - 1))
      return [0, 1].some((share) => limits.every(([constant, slope]) => constant + share * slope >= 0));
    let [low, high] = [0, 1];
    for (const [constant, slope] of limits) {
      if (slope > 0) low = Math.max(low, -constant / slope);
      else if (slope < 0) high = Math.min(high, -constant / slope);
      else if (constant < 0) return false;
    }
    return low <= high;
  });
}

/** The covered share of a case by random points in its polygons. */
function expectedShare({ polygons, flights }: Case): number {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const points = polygons.flat(2);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const between = (values: readonly number[]) =>
    Math.min(...values) + random() * (Math.max(...values) - Math.min(...values));
  const inside = Array.from({ length: 30_000 }, (): Point => [between(xs), between(ys)]).filter((point) =>
    polygons.some((rings) => isInside(point, rings)),
  );
  return inside.filter((point) => flights.some((each) => isSeen(point, each))).length / inside.length;
}

const CASES: Record<string, Case> = {
  'one line': {
    polygons: [FIELD],
    flights: [
      flight([
        [-50, 100],
        [450, 140],
      ]),
    ],
  },
  'parallel lines with gaps between them': { polygons: [FIELD], flights: [flight(lines(83, 0))] },
  'a cross-hatch': {
    polygons: [FIELD],
    flights: [flight([...lines(120, 20), ...lines(140, 110)], { height: 30 })],
  },
  'a hole': {
    polygons: [[box(0, 0, 400, 250), box(120, 60, 160, 110)]],
    flights: [
      flight([
        [-50, 110],
        [450, 110],
      ]),
    ],
  },
  'two flights that overlap': {
    polygons: [FIELD],
    flights: [
      flight([
        [0, 50],
        [400, 60],
      ]),
      flight(
        [
          [30, 0],
          [150, 260],
        ],
        { camera: null, height: 60 },
      ),
    ],
  },
  'lines without overlap, with a camera of a long lens': {
    polygons: [FIELD],
    flights: [flight(lines(45, 33), { camera: 'dji-zenmuse-p1-50' })],
  },
  'a hover': {
    polygons: [FIELD],
    flights: [
      flight(
        [
          [100, 100],
          [100.5, 100.2],
          [100, 100],
        ],
        { height: 60 },
      ),
    ],
  },
  'two polygons': {
    polygons: [FIELD, [box(600, -100, 150, 500)]],
    flights: [
      flight([
        [-50, 100],
        [800, 180],
      ]),
      flight(
        [
          [675, 0],
          [675, 300],
        ],
        { height: 20 },
      ),
    ],
  },
  'a high latitude across the date line': {
    polygons: [FIELD],
    flights: [flight(lines(90, 71))],
    latitude: 71.2,
    longitude: 179.997,
  },
  'a flight that is partly outside, and climbs': {
    polygons: [
      [
        [
          [0, 0],
          [400, 40],
          [300, 250],
          [150, 120],
          [20, 200],
        ],
      ],
    ],
    flights: [
      flight(
        [
          [-200, -100],
          [200, 125],
          [600, 125],
        ],
        { height: [0, 80, 30] },
      ),
    ],
  },
  'a gap of the log': {
    polygons: [FIELD],
    flights: [
      flight(
        [
          [0, 120],
          [80, 120],
          [320, 130],
          [400, 130],
        ],
        { gaps: [1] },
      ),
    ],
  },
};

describe('the covered part of an area', () => {
  it.each(Object.entries(CASES))('[COVER-1, COVER-2] is right within 1% for %s', (_name, made) => {
    const expected = expectedShare(made);
    expect(expected).toBeGreaterThan(0.02);
    expect(expected).toBeLessThan(0.99);
    expect(Math.abs(measured(made).share - expected)).toBeLessThan(0.01);
  });

  it('[COVER-1] is nothing for a flight outside, or on the ground, and all of the area below enough lines', () => {
    const outside = flight([
      [-500, 0],
      [-500, 300],
    ]);
    const grounded = flight(
      [
        [0, 0],
        [400, 250],
      ],
      { height: -1 },
    );
    expect(measured({ polygons: [FIELD], flights: [outside, grounded] })).toMatchObject({ share: 0 });
    const all = measured({ polygons: [FIELD], flights: [flight(lines(50, 12))] });
    expect(all).toMatchObject({ share: 1, gaps: [] });
  });

  it('[COVER-4] has the gaps as outlines in degrees', () => {
    const made: Case = {
      polygons: [FIELD],
      flights: [
        flight([
          [-50, 125],
          [450, 125],
        ]),
      ],
    };
    const { gaps, squareMeters } = measured(made);
    expect(Math.abs(squareMeters - 100_000)).toBeLessThan(100);
    expect(gaps).toHaveLength(2);
    const east = 400 / (radiiAt(30.2).east * Math.cos(radians(30.2)) * radians(1));
    for (const gap of gaps) {
      expect(gap.length).toBeLessThan(8);
      expect(gap.at(-1)).toEqual(gap[0]);
      const longitudes = gap.map(([longitude = NaN]) => longitude);
      expect(Math.min(...longitudes)).toBeCloseTo(-97.7, 4);
      expect(Math.max(...longitudes)).toBeCloseTo(-97.7 + east, 4);
    }
  });
});
