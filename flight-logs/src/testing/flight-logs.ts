import { zipSync } from 'fflate';
import type { LogFile } from '../log-file.ts';

/** A position of a generated flight: degrees, metres above take-off, seconds since take-off. */
export interface FlownPosition {
  longitude: number;
  latitude: number;
  height: number;
  seconds: number;
}

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
/** Metres per degree of latitude and of longitude on WGS 84: the series of the National Geospatial-Intelligence Agency. */
export const metersPerDegree = (latitude: number) => ({
  north: 111_132.92 - 559.82 * cosine(2 * latitude) + 1.175 * cosine(4 * latitude),
  east: 111_412.84 * cosine(latitude) - 93.5 * cosine(3 * latitude) + 0.118 * cosine(5 * latitude),
});
export const START = Date.UTC(2026, 10, 2, 15, 4, 5);
const METERS_PER_FOOT = 0.3048;

/** One lap around a square of `side` metres at `height`, with a position a second: 10 s climb, 40 s lap, 10 s descent. */
export function squareFlight({
  side = 200,
  height = 100,
  longitude = -76.6,
  latitude = 39.28,
} = {}): FlownPosition[] {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ] as const;
  const { north, east } = metersPerDegree(latitude);
  const at = (x: number, y: number, up: number, seconds: number): FlownPosition => ({
    longitude: ((longitude + (x * side) / east + 540) % 360) - 180,
    latitude: latitude + (y * side) / north,
    height: up,
    seconds,
  });
  const climb = Array.from({ length: 10 }, (_, second) => at(0, 0, (height * second) / 10, second));
  const round = Array.from({ length: 40 }, (_, second) => {
    const [from, to] = [corners[Math.floor(second / 10)], corners[Math.floor(second / 10) + 1]];
    const share = (second % 10) / 10;
    const [x, y] =
      from && to
        ? [0, 1].map((axis) => (from[axis] ?? 0) + ((to[axis] ?? 0) - (from[axis] ?? 0)) * share)
        : [];
    return at(x ?? 0, y ?? 0, height, 10 + second);
  });
  const descent = Array.from({ length: 11 }, (_, second) =>
    at(0, 0, height - (height * second) / 10, 50 + second),
  );
  return [...climb, ...round, ...descent];
}

const utc = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const stamp = (seconds: number) => utc(seconds).slice(0, 19).replace('T', ' ');
export const feet = (meters: number) => (meters / METERS_PER_FOOT).toFixed(1);

/**
 * A CSV file of AirData, with its column order and the spaces before some column names.
 *
 * @param aboveGround returns the cell of the height above ground, in feet
 */
export function airDataCsv(
  flight: readonly FlownPosition[],
  aboveGround: (position: FlownPosition) => string = () => '',
): string {
  const header =
    'time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet),height_above_ground_at_drone_location(feet),altitude_above_seaLevel(feet),speed(mph),satellites, compass_heading(degrees),isPhoto,message';
  const rows = flight.map((position) => {
    const { longitude, latitude, height, seconds } = position;
    return [
      seconds * 1000,
      stamp(seconds),
      latitude.toFixed(7),
      longitude.toFixed(7),
      feet(height),
      aboveGround(position),
      feet(height + 30),
      '11.2',
      '17',
      '90.1',
      '0',
      '"Home, updated"',
    ].join(',');
  });
  return `${[header, ...rows].join('\n')}\n`;
}

/** A CSV file of Litchi, whose heights are above take-off. */
export function litchiCsv(flight: readonly FlownPosition[], unit: 'feet' | 'm' = 'feet'): string {
  const header = `latitude,longitude,altitude(${unit}),speed(mph),distance(feet),time(millisecond),datetime(utc),datetime(local),satellites`;
  const length = (meters: number) => (unit === 'feet' ? feet(meters) : meters.toFixed(2));
  const rows = flight.map(({ longitude, latitude, height, seconds }) =>
    [
      latitude.toFixed(7),
      longitude.toFixed(7),
      length(height),
      '11.2',
      '100',
      seconds * 1000,
      stamp(seconds),
      stamp(seconds),
      '17',
    ].join(','),
  );
  return `${[header, ...rows].join('\r\n')}\r\n`;
}

/** A Litchi mission in CSV: a plan of a flight. */
export const MISSION = `latitude,longitude,altitude(m),heading(deg),curvesize(m),rotationdir,gimbalmode,gimbalpitchangle,actiontype1,actionparam1,altitudemode,speed(m/s)
39.2800000,-76.6000000,30,0,0.2,0,0,0,-1,0,0,0
39.2818000,-76.6000000,30,90,0.2,0,0,0,-1,0,0,0
`;

/** A KML track with times, in the format of Google Earth. */
export function trackKml(flight: readonly FlownPosition[], altitudeMode = 'relativeToGround'): string {
  const whens = flight.map(({ seconds }) => `<when>${utc(seconds)}</when>`).join('');
  const coords = flight
    .map(({ longitude, latitude, height }) => `<gx:coord>${longitude} ${latitude} ${height}</gx:coord>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<!-- a <comment> --><Placemark><description><![CDATA[<b>Flight</b>]]></description>
<gx:Track><altitudeMode>${altitudeMode}</altitudeMode>${whens}${coords}</gx:Track></Placemark></Document></kml>`;
}

/** Several KML tracks in a `MultiTrack`: the flight was interrupted after the first half. */
export function multiTrackKml(flight: readonly FlownPosition[]): string {
  const [start, end] = ['<gx:Track>', '</gx:Track>'];
  const tracks = [flight.slice(0, 30), flight.slice(30)].map((part) => {
    const kml = trackKml(part);
    return kml.slice(kml.indexOf(start), kml.indexOf(end) + end.length);
  });
  return `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:MultiTrack>${tracks.join('')}</gx:MultiTrack></Placemark></kml>`;
}

/** A GPX track with elevations above sea level. */
export function trackGpx(flight: readonly FlownPosition[]): string {
  const points = flight
    .map(
      ({ longitude, latitude, height, seconds }) =>
        `<trkpt lat="${latitude}" lon="${longitude}"><ele>${height + 30}</ele><time>${utc(seconds)}</time></trkpt>`,
    )
    .join('');
  return `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points}</trkseg></trk></gpx>`;
}

/** A KML line, which has no times. */
export function lineKml(flight: readonly FlownPosition[], altitudeMode?: string): string {
  const mode = altitudeMode ? `<altitudeMode>${altitudeMode}</altitudeMode>` : '';
  const coordinates = flight
    .map(({ longitude, latitude, height }) => `${longitude},${latitude},${height + 30}`)
    .join(' ');
  return `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><LineString>${mode}<coordinates>${coordinates}</coordinates></LineString></Placemark></kml>`;
}

/** A GeoJSON line with times in `coordTimes`. */
export function lineGeoJson(flight: readonly FlownPosition[]): string {
  return JSON.stringify({
    type: 'Feature',
    properties: { coordTimes: flight.map(({ seconds }) => utc(seconds)) },
    geometry: {
      type: 'LineString',
      coordinates: flight.map(({ longitude, latitude, height }) => [longitude, latitude, height + 30]),
    },
  });
}

/** A GUTMA flight log, as QGroundControl writes it. Heights are above sea level. */
export function gutmaLog(flight: readonly FlownPosition[], altitudeSystem = 'WGS84'): string {
  const logging = {
    altitude_system: altitudeSystem,
    logging_start_dtg: utc(0),
    flight_logging_keys: ['timestamp', 'gps_lon', 'gps_lat', 'gps_altitude', 'speed'],
    flight_logging_items: flight.map(({ longitude, latitude, height, seconds }) => [
      seconds,
      longitude,
      latitude,
      height + 30,
      6,
    ]),
  };
  const message = { flight_logging: logging, message_type: 'flight_logging_submission' };
  return JSON.stringify({ exchange: { exchange_type: 'flight_logging', message } });
}

/** Writes the data of a position as one layout of DJI's subtitles. Heights are above take-off. */
type SrtLayout = (position: FlownPosition) => string;

/** The subtitles of DJI aircraft in their three layouts, by the aircraft. */
export const SRT_LAYOUTS = {
  'Mini 3 Pro': ({ latitude, longitude, height }) =>
    `<font size="28">FrameCnt: 1, DiffTime: 1000ms\n2026-11-02 09:04:05.000\n[iso: 100] [shutter: 1/640.0] [ev: 0] [latitude: ${latitude.toFixed(7)}] [longitude: ${longitude.toFixed(7)}] [rel_alt: ${height.toFixed(3)} abs_alt: ${(height + 30).toFixed(3)}] [ct: 5500] </font>`,
  'Mavic Pro': ({ latitude, longitude, height }) =>
    `HOME(${longitude.toFixed(4)},${latitude.toFixed(4)}) 2026.11.02 09:04:05\nGPS(${longitude.toFixed(7)},${latitude.toFixed(7)},17) BAROMETER:${height.toFixed(1)}\nISO:100 Shutter:640 EV: Fnum:2.2`,
  'Mavic Mini': ({ latitude, longitude, height }) =>
    `F/2.8, SS 640.0, ISO 100, EV 0, GPS (${longitude.toFixed(7)}, ${latitude.toFixed(7)}, 17), D 12.3m, H ${height.toFixed(1)}m, H.S 6.0m/s, V.S 0.0m/s `,
} as const satisfies Record<string, SrtLayout>;

/** The subtitles of a video of the complete flight. */
export function djiSrt(flight: readonly FlownPosition[], layout: SrtLayout): string {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
  return flight
    .map(
      (position, index) =>
        `${index + 1}\n${at(position.seconds)} --> ${at(position.seconds + 1)}\n${layout(position)}\n\n`,
    )
    .join('');
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Returns a ZIP archive of text files, by name. */
export function archiveOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const contents = Object.entries(files).map(([name, text]) => [name, bytesOf(text)]);
  return new Uint8Array(zipSync(Object.fromEntries(contents)));
}

/** A log in memory. */
export function logFile(content: string | Uint8Array<ArrayBuffer>, name = 'flight.log'): LogFile {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return { name, size: bytes.length, read: (start, end) => Promise.resolve(bytes.slice(start, end)) };
}
