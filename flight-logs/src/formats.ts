import type { LogFormat } from '@dps/contract';

/** What users read about a format. */
export interface FormatFacts {
  label: string;
  /** File extensions that exporters use. The content of a file decides, not its name. */
  extensions: readonly string[];
  /** What to do with a file of the format that is cut off. */
  advice: string;
}

const EXPORT = 'Export the log again.';
const COPY = 'Copy the log from the aircraft again.';

/** The formats of logs. `READERS` has the reader of each. */
export const FORMATS = {
  'airdata-csv': { label: 'AirData CSV', extensions: ['csv', 'txt'], advice: EXPORT },
  'litchi-csv': { label: 'Litchi CSV', extensions: ['csv', 'txt'], advice: EXPORT },
  csv: { label: 'CSV of Flight Reader, PhantomHelp or Open DroneLog', extensions: ['csv'], advice: EXPORT },
  kml: { label: 'KML', extensions: ['kml'], advice: EXPORT },
  kmz: { label: 'KMZ', extensions: ['kmz'], advice: EXPORT },
  gpx: { label: 'GPX', extensions: ['gpx'], advice: EXPORT },
  gutma: { label: 'GUTMA', extensions: ['json', 'gutma'], advice: EXPORT },
  'dji-srt': { label: 'DJI SRT, of a video', extensions: ['srt'], advice: COPY },
  geojson: { label: 'GeoJSON', extensions: ['geojson', 'json'], advice: EXPORT },
  ulog: { label: 'PX4 ULog', extensions: ['ulg'], advice: COPY },
  ardupilot: { label: 'ArduPilot BIN', extensions: ['bin'], advice: COPY },
  'dji-txt': {
    label: 'DJI flight record',
    extensions: ['txt'],
    advice: 'Copy the record from the DJI app again.',
  },
} as const satisfies Record<LogFormat, FormatFacts>;

/** The extensions of all formats, each with its point: the file types that a form accepts. */
export const LOG_EXTENSIONS: readonly string[] = [
  ...new Set(Object.values(FORMATS).flatMap(({ extensions }) => extensions.map((each) => `.${each}`))),
];
