import { HEIGHT_LIMIT_FEET, type EvidenceWarningCode } from '@dps/contract';

const heightLimit = `${HEIGHT_LIMIT_FEET} ft`;

/**
 * Returns the sentence of a warning from the time between flight and limit, from the earlier flight, if the reader may see it, and from
 * the distance to the area.
 */
type WarningText = (age: string, earlier: string | null, distance: string) => string;

/** The texts of evidence, which load with it. */
export const evidenceTexts = {
  title: 'Evidence',
  measured: 'Measured',
  fromHeader: 'From the header',
  summary:
    'Summary from the header of the DJI record, without a track. Its positions are encrypted or missing, so these figures were not recalculated. For a track, upload the record to AirData and choose its CSV.',
  typed: 'Typed',
  computed: 'Computed',
  computedAs: (resolution: string) => `Computed from height and camera: ${resolution}`,
  notComputed: 'Not computed, because the camera or the height is unknown',
  logSays: (measured: string) => `The log says ${measured}`,
  warnings: {
    'before-posting': (age) => `Flown ${age} before the job was posted`,
    'before-acceptance': (age) => `Flown ${age} before the pilot accepted the job`,
    'after-deadline': (age) => `Flown ${age} after the deadline`,
    'away-from-area': (_age, _earlier, distance) => `Flown ${distance} from the area of the job`,
    'log-used-before': (_age, earlier) =>
      earlier
        ? `The log was already uploaded with ${earlier}`
        : 'The log was already uploaded with another flight',
    'overlapping-flight': (_age, earlier) =>
      `The pilot has another flight at the same time: ${earlier ?? 'in another job'}`,
    'incomplete-log': () => 'The log is incomplete: a part of the flight is missing',
  } satisfies Record<EvidenceWarningCode, WarningText>,
  unknownWarning: 'The log does not belong to the job',
  earlierFlight: (flightNumber: string, job: string) => `flight ${flightNumber} of job ${job}`,
  from: 'Log',
  digest: 'SHA-256',
  start: 'Start',
  distance: 'Distance',
  aboutDistance: 'About Distance',
  distances: {
    // Of older records.
    track: 'Along the track without small jumps. Apps that count all movements show more.',
    positions: 'Along all positions of the log, as the apps of drones count it.',
    log: 'As the app of the drone has counted it, in the log.',
    noisy: (move: string) =>
      `Along the positions. Movements below ${move} do not count, because they can be noise.`,
  },
  positions: 'Positions',
  camera: 'Camera',
  unknown: 'Not in the log',
  unknownStart: 'No plausible date in the log',
  leftOut: (count: string) => `${count} left out`,
  references: {
    'take-off': 'above take-off',
    ground: 'above ground',
    'first-position': 'above the first position',
  },
  never: (reference: string) => `Never higher than ${heightLimit} ${reference}`,
  above: (highest: string, reference: string) => `Higher than ${heightLimit}: up to ${highest} ${reference}`,
  aboveFor: (time: string, share: string) => `For ${time}, ${share} of the flight.`,
  rule: `The FAA limit of ${heightLimit} (14 CFR 107.51) applies above ground and is higher near a structure. Check the terrain and the structures below the track.`,
  noHeights: 'The log has no heights that can be measured',
  track: 'Track',
  north: 'N ↑',
  startAt: (position: string) => `It starts at ${position}.`,
  trackImage: (distance: string, area: string) =>
    `The track from above, north at the top: ${distance} long, within ${area}.`,
  scale: (length: string) => `Start is a circle, end a square. The bar is ${length} long.`,
  scaleWithLimit: (length: string) =>
    `Start is a circle, end a square. The bar is ${length} long. Parts higher than ${heightLimit} are drawn thick.`,
  profile: 'Height',
  profileImage: (highest: string, reference: string) =>
    `The height along the flight: at most ${highest} ${reference}.`,
  limitLine: heightLimit,
  showTrack: 'Show Track',
  hideTrack: 'Hide Track',
  ofFlight: (action: string, flightNumber: string) => `${action} of flight ${flightNumber}`,
  loadingTrack: 'Loading track...',
  trackFailed: 'The track could not be loaded. Please try again.',
  trackGone: 'You can no longer view this track.',
  table: 'Track as a table',
  tableHint: (shown: string, all: string) => `${shown} of ${all} positions, evenly spaced.`,
  columns: {
    time: 'Time',
    height: 'Height',
    latitude: 'Latitude',
    longitude: 'Longitude',
  },
} as const;
