import { array, boolean, mixed, number, object, string, type InferType, type ObjectShape } from './yup.ts';
import { id, instant, text } from './fields.ts';
import {
  EVIDENCE_WARNINGS,
  FIRST_LOG_FORMATS,
  HEIGHT_REFERENCES,
  LOG_FORMATS,
  PROVENANCES,
} from '../domain/flight-evidence.ts';
import { DISTANCE_SOURCES, SMALLEST_MOVE_MAX } from '../domain/flight-distance.ts';
import { FLIGHT_BOUNDS, isPlausibleStart } from '../domain/flight-measures.ts';
import { LOG_POSITIONS_MAX, TRACK_POINTS_MAX } from '../domain/flight-track.ts';
import { SURVEY_CAMERA_IDS } from '../domain/survey-camera.ts';

const WEEK = 604_800;
/** Half of the circumference of the Earth, rounded up. */
const EARTH_METERS = 20_100_000;

/** One column of a track, checked by one test: a schema for each number is a hundred times slower. */
const column = (min: number, max: number, description: string) =>
  mixed<number[]>({
    type: 'array',
    check: (value): value is number[] =>
      Array.isArray(value) &&
      value.length >= 2 &&
      value.length <= TRACK_POINTS_MAX &&
      value.every((each) => typeof each === 'number' && each >= min && each <= max),
  })
    .typeError(`Expected 2 to ${TRACK_POINTS_MAX} numbers from ${min} to ${max}`)
    .meta({
      jsonSchema: {
        description,
        minItems: 2,
        maxItems: TRACK_POINTS_MAX,
        items: { type: 'number', minimum: min, maximum: max },
      },
    });

const isGaps = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length <= TRACK_POINTS_MAX &&
  value.every((each) => Number.isInteger(each) && each >= 0 && each <= TRACK_POINTS_MAX);

const quantity = (max: number, description: string) =>
  number().strict().min(0).max(max).meta({ jsonSchema: { description } });

/** An instant in the format of `Date.toISOString`. */
const startedAt = () =>
  instant()
    .strict()
    .test('instant', 'Expected an instant in UTC', (value) => {
      const time = Date.parse(value ?? '');
      return !value || (!Number.isNaN(time) && new Date(time).toISOString() === value);
    })
    .nullable()
    .defined();

const durationSeconds = () => quantity(WEEK, 'From the first position to the last');

const figures = {
  startedAt: startedAt(),
  durationSeconds: durationSeconds().required(),
  distanceMeters: quantity(FLIGHT_BOUNDS.distance, 'Over ground, along all positions of the log').required(),
  distanceSource: string()
    .strict()
    .oneOf(DISTANCE_SOURCES)
    .meta({
      jsonSchema: { description: 'Whether the positions were added up, or the log has counted the distance' },
    })
    .optional(),
  smallestMoveMeters: quantity(
    SMALLEST_MOVE_MAX,
    'Shorter movements are noise of the receiver and do not count; absent if all count',
  ).optional(),
  positions: number()
    .strict()
    .integer()
    .min(0)
    .max(LOG_POSITIONS_MAX)
    .required()
    .meta({
      jsonSchema: { description: '0 for a summary: the header of a record whose positions are encrypted' },
    }),
  skippedPositions: number()
    .strict()
    .integer()
    .min(1)
    .max(LOG_POSITIONS_MAX)
    .meta({
      jsonSchema: {
        description:
          'Positions that were left out, such as those before the first fix and those that contradict the others; absent if there are none',
      },
    })
    .optional(),
  areaSquareMeters: quantity(FLIGHT_BOUNDS.area, 'Of the convex hull of all positions').required(),
  maxHeightMeters: number().strict().min(-FLIGHT_BOUNDS.depth).max(FLIGHT_BOUNDS.height).nullable().defined(),
  secondsAboveLimit: quantity(WEEK, 'Higher than 400 ft').nullable().defined(),
};

const log = {
  fileName: text(255).required(),
  sha256: text(64)
    .matches(/^[0-9a-f]{64}$/, 'Expected 64 hexadecimal digits')
    .required(),
  heightReference: string().strict().oneOf(HEIGHT_REFERENCES).nullable().defined(),
  camera: string().strict().oneOf(SURVEY_CAMERA_IDS).nullable().defined(),
  incomplete: boolean()
    .strict()
    .meta({
      jsonSchema: { description: 'True if a part of the flight is missing in the file; otherwise absent' },
    })
    .optional(),
} satisfies ObjectShape;

const track = () =>
  object({
    longitudes: column(-180, 180, 'Degrees, WGS 84').required(),
    latitudes: column(-90, 90, 'Degrees, WGS 84').required(),
    heights: column(-FLIGHT_BOUNDS.depth, FLIGHT_BOUNDS.height, 'Metres above what the log measures from')
      .nullable()
      .defined(),
    seconds: column(0, WEEK, 'Since the first position, never falling').required(),
    gaps: mixed<number[]>({ type: 'array', check: isGaps })
      .typeError('Expected indexes of positions')
      .meta({
        jsonSchema: {
          description:
            'Indexes of the positions after which the log has none for a time, while the aircraft moved; absent without any',
          maxItems: TRACK_POINTS_MAX,
          items: { type: 'integer', minimum: 0, maximum: TRACK_POINTS_MAX },
        },
      })
      .optional(),
  });

/** What a reader finds in a log: measurements, and a track of at most 1,000 positions. A summary has no track. */
export const logEvidence = object({
  ...log,
  format: string().strict().oneOf(LOG_FORMATS).required(),
  figures: object({
    ...figures,
    startedAt: startedAt().test(
      'plausible',
      'Expected a flight of a drone, which is not in the future',
      (value) => !value || Number.isNaN(Date.parse(value)) || isPlausibleStart(Date.parse(value)),
    ),
  })
    .exact()
    .required(),
  // Absent for a summary.
  track: track().exact().optional().default(undefined),
}).exact();
export type LogEvidence = InferType<typeof logEvidence>;

const provenance = () => string().oneOf(PROVENANCES).required();

/** The track of a record, at most 1,000 positions. A call of its own returns it, because it is much larger than a record. */
export const flightTrackView = track().noUnknown().required().meta({ id: 'FlightTrack' });
export type FlightTrackView = InferType<typeof flightTrackView>;

/** A reason why a log is no evidence of its job. */
export const evidenceWarning = object({
  code: string()
    .required()
    .meta({ jsonSchema: { description: 'From a list that grows', examples: [...EVIDENCE_WARNINGS] } }),
  /** The moment with which the start of the flight was compared: posting, acceptance or deadline. */
  at: instant().optional(),
  /** The distance between the flight and the area of the job. */
  meters: quantity(EARTH_METERS, 'The least distance between the flight and the area of the job').optional(),
  /** The job and the number of the earlier flight, if the reader takes part in that job. */
  jobId: id().optional(),
  flightNumber: string().optional(),
})
  .noUnknown()
  .meta({ id: 'EvidenceWarning' });
export type EvidenceWarning = InferType<typeof evidenceWarning>;

/** Evidence of a record, without its track. */
export const flightEvidenceView = object({
  ...log,
  format: string()
    .strict()
    .oneOf(FIRST_LOG_FORMATS)
    .required()
    .meta({
      jsonSchema: { description: 'The format, if the first clients of the API support it, otherwise kml' },
    }),
  fileFormat: string()
    .meta({
      jsonSchema: { description: 'The format of the file, from a list that grows', examples: ['gpx'] },
    })
    .optional(),
  // Released shells may pass records without a duration to their widgets.
  figures: object({ ...figures, durationSeconds: durationSeconds().nullable().defined() })
    .noUnknown()
    .required(),
  metersFromArea: quantity(
    EARTH_METERS,
    'The least distance between the flight and the area that the job had when the log was read; absent without an area',
  ).optional(),
  /** The reasons why the log is no evidence of the job; absent without one. */
  warnings: array(evidenceWarning.required()).optional(),
  provenance: object({
    duration: provenance(),
    altitude: provenance(),
    coverageArea: provenance(),
    resolution: provenance(),
  })
    .noUnknown()
    .required(),
})
  .noUnknown()
  .meta({ id: 'FlightEvidence' });
export type FlightEvidenceView = InferType<typeof flightEvidenceView>;
