/** A position on the earth in degrees, with four decimals: 11 m. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** The mean radius of the earth of the IUGG, 6,371,008.8 m, in international miles. */
const EARTH_RADIUS_MILES = 6_371_008.8 / 1609.344;

const STEPS_PER_DEGREE = 10_000;
const LONGITUDE_STEPS = 360 * STEPS_PER_DEGREE + 1;

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

const stepsOf = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE);

/** Returns coordinates with four decimals. */
export function roundCoordinates({ latitude, longitude }: Coordinates): Coordinates {
  return {
    latitude: stepsOf(latitude) / STEPS_PER_DEGREE,
    longitude: stepsOf(longitude) / STEPS_PER_DEGREE,
  };
}

/** Returns the number of rounded coordinates: a whole number of at most 13 digits. */
export function numberOfCoordinates({ latitude, longitude }: Coordinates): number {
  return stepsOf(latitude + 90) * LONGITUDE_STEPS + stepsOf(longitude + 180);
}

/** Returns the coordinates with a number; null if there are none. */
export function coordinatesOfNumber(number: number): Coordinates | null {
  const latitude = Math.floor(number / LONGITUDE_STEPS) / STEPS_PER_DEGREE - 90;
  if (latitude > 90) return null;
  const longitude = (number % LONGITUDE_STEPS) / STEPS_PER_DEGREE - 180;
  return roundCoordinates({ latitude, longitude });
}

/** Returns the distance of two positions on a sphere, in miles: the haversine formula. It differs by at most 0.6% from the ellipsoid. */
export function milesBetween(a: Coordinates, b: Coordinates): number {
  const halfChord = Math.hypot(
    Math.sin(radians(b.latitude - a.latitude) / 2),
    Math.sqrt(Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))) *
      Math.sin(radians(b.longitude - a.longitude) / 2),
  );
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, halfChord));
}

/** Returns the straight line through the earth between two positions of this distance, in radii of the earth. */
export function chordOfMiles(miles: number): number {
  return 2 * Math.sin(Math.min(Math.PI, miles / EARTH_RADIUS_MILES) / 2);
}

/** The area between two latitudes and, unless it contains a pole or the date line, two longitudes. */
export interface Bounds {
  south: number;
  north: number;
  west: number | null;
  east: number | null;
}

/** Returns an area with all positions within a distance in miles. */
export function boundsAround({ latitude, longitude }: Coordinates, miles: number): Bounds {
  const angle = miles / EARTH_RADIUS_MILES;
  const degrees = (angle * 180) / Math.PI;
  const [south, north] = [latitude - degrees, latitude + degrees];
  const sine = Math.sin(angle) / Math.cos(radians(latitude));
  const width = (Math.asin(Math.min(1, sine)) * 180) / Math.PI;
  const [west, east] = [longitude - width, longitude + width];
  const wraps = south <= -90 || north >= 90 || west < -180 || east > 180;
  return { south, north, west: wraps ? null : west, east: wraps ? null : east };
}
