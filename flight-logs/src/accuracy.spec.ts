import { Geodesic } from 'geographiclib-geodesic';
import { dataFlash, ulog } from './testing/binary-logs.ts';
import { djiRecord } from './testing/dji-records.ts';
import {
  airDataCsv,
  archiveOf,
  djiSrt,
  gutmaLog,
  lineGeoJson,
  litchiCsv,
  logFile,
  SRT_LAYOUTS,
  trackGpx,
  trackKml,
  type FlownPosition,
} from './testing/flight-logs.ts';
import { readFlightLog } from './read-flight-log.ts';

/** The corners of an irregular field in order, in degrees from its first one. */
const CORNERS = [
  [0, 0],
  [0.004, 0.0005],
  [0.005, 0.003],
  [0.002, 0.0042],
  [-0.001, 0.002],
  [0, 0],
] as const;
/** Positions on the way to a corner. */
const STEPS = 20;

/** A flight around the field at a varying height, with a position a second. */
function aroundField(longitude: number, latitude: number): FlownPosition[] {
  const way = CORNERS.slice(1).flatMap((to, index) => {
    const from = CORNERS[index] ?? to;
    return Array.from({ length: STEPS }, (_, step) => [
      from[0] + ((to[0] - from[0]) * step) / STEPS,
      from[1] + ((to[1] - from[1]) * step) / STEPS,
    ]);
  });
  return [...way, [0, 0]].map(([east = 0, north = 0], seconds) => ({
    longitude: longitude + east,
    latitude: latitude + north,
    height: 60 * Math.sin((seconds / way.length) * Math.PI),
    seconds,
  }));
}

/** Returns the figures on the ellipsoid WGS 84: Karney, Algorithms for geodesics, doi:10.1007/s00190-012-0578-z. */
function trueFigures(flight: readonly FlownPosition[], [longitude, latitude]: readonly [number, number]) {
  const polygon = Geodesic.WGS84.Polygon(false);
  for (const [east, north] of CORNERS.slice(1)) polygon.AddPoint(latitude + north, longitude + east);
  const legs = flight.slice(1).map((to, index) => {
    const from = flight[index] ?? to;
    return Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? 0;
  });
  return {
    area: Math.abs(polygon.Compute(false, true).area ?? 0),
    distance: legs.reduce((sum, leg) => sum + leg, 0),
    height: Math.max(...flight.map(({ height }) => height)),
    duration: flight.length - 1,
  };
}

const PLACES = [
  [11.5, 48.1],
  [-78.5, -0.2],
  [18.9, 69.6],
  [-70.9, -53.2],
] as const;
const WRITERS = {
  AirData: (flight) => airDataCsv(flight),
  Litchi: (flight) => litchiCsv(flight, 'm'),
  KML: (flight) => trackKml(flight),
  KMZ: (flight) => archiveOf({ 'doc.kml': trackKml(flight) }),
  GPX: trackGpx,
  GeoJSON: lineGeoJson,
  GUTMA: (flight) => gutmaLog(flight),
  SRT: (flight) => djiSrt(flight, SRT_LAYOUTS['Mini 3 Pro']),
  PX4: (flight) => ulog(flight),
  ArduPilot: (flight) => dataFlash(flight),
  DJI: (flight) => djiRecord(flight, { figures: { seconds: flight.length - 1, distance: 0 } }),
} satisfies Record<string, (flight: FlownPosition[]) => string | Uint8Array<ArrayBuffer>>;

describe.each(PLACES)('at %d, %d', (...place) => {
  it.each(Object.entries(WRITERS))(
    '%s has the distance, area and duration of a geodesic within 0.5 %%, and the height within 0.5 m',
    async (_format, write) => {
      const flight = aroundField(...place);
      const expected = trueFigures(flight, place);
      const { figures } = await readFlightLog(logFile(write(flight)), () => {});
      expect(Math.abs(figures.distanceMeters / expected.distance - 1)).toBeLessThan(0.005);
      expect(Math.abs(figures.areaSquareMeters / expected.area - 1)).toBeLessThan(0.005);
      expect(Math.abs(figures.durationSeconds / expected.duration - 1)).toBeLessThan(0.005);
      expect(Math.abs((figures.maxHeightMeters ?? NaN) - expected.height)).toBeLessThan(0.5);
    },
  );
});
