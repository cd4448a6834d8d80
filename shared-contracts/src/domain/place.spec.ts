import {
  boundsAround,
  chordOfMiles,
  coordinatesOfNumber,
  milesBetween,
  numberOfCoordinates,
  roundCoordinates,
  type Coordinates,
} from './place.ts';

const AUSTIN = { latitude: 30.2672, longitude: -97.7431 };
const LONDON = { latitude: 51.5074, longitude: -0.1278 };
const FIJI = { latitude: -18.1416, longitude: 179.9 };
const SAMOA = { latitude: -18.1416, longitude: -179.9 };

it.each([
  // By the spherical law of cosines.
  [AUSTIN, { latitude: 29.7604, longitude: -95.3698 }, 146.241],
  [AUSTIN, LONDON, 4915.285],
  [FIJI, SAMOA, 13.13],
  [AUSTIN, AUSTIN, 0],
  [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 70 }, 12_436.816],
])('the distance of %j and %j is %d miles', (a, b, miles) => {
  expect(milesBetween(a, b)).toBeCloseTo(miles, 2);
  expect(milesBetween(b, a)).toBeCloseTo(miles, 2);
});

it.each([AUSTIN, LONDON, FIJI, SAMOA, { latitude: -90, longitude: -180 }, { latitude: 90, longitude: 180 }])(
  'the number of %j identifies it',
  (place) => {
    const number = numberOfCoordinates(place);
    expect(String(number)).toMatch(/^\d{1,13}$/);
    expect(coordinatesOfNumber(number)).toEqual(place);
  },
);

it('rounds coordinates to four decimals', () => {
  const place = roundCoordinates({ latitude: 30.267_15, longitude: -97.743_06 });
  expect(place).toEqual({ latitude: 30.2672, longitude: -97.7431 });
});

it('has no coordinates for a larger number', () => {
  expect(coordinatesOfNumber(999_999_999_999_999)).toBeNull();
});

/** Positions in a square of twice the distance. */
const grid = (from: Coordinates, miles: number): Coordinates[] => {
  const steps = Array.from({ length: 101 }, (_, index) => ((index - 50) * miles) / 50 / 60);
  return steps.flatMap((north) =>
    steps.map((east) => ({
      latitude: Math.max(-90, Math.min(90, from.latitude + north)),
      longitude: ((from.longitude + 3 * east + 540) % 360) - 180,
    })),
  );
};

it.each([1, 50, 5000, 12_400])('the bounds contain all positions within %d miles', (miles) => {
  const outside = [AUSTIN, LONDON, FIJI, { latitude: 89.9, longitude: 12 }].flatMap((from) => {
    const { south, north, west, east } = boundsAround(from, miles);
    const isOutside = ({ latitude, longitude }: Coordinates) =>
      latitude < south ||
      latitude > north ||
      (west !== null && longitude < west) ||
      (east !== null && longitude > east);
    return grid(from, miles).filter((place) => isOutside(place) && milesBetween(from, place) <= miles);
  });
  expect(outside).toEqual([]);
});

it('the chord of a distance ends at the diameter', () => {
  expect(chordOfMiles(0)).toBe(0);
  expect(chordOfMiles(12_436)).toBeCloseTo(2, 6);
  expect(chordOfMiles(20_000)).toBe(2);
});
