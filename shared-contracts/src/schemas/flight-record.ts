import { array, number, object, string, type InferType } from './yup.ts';
import { id, ignored, instant, requiredText, text } from './fields.ts';
import { flightEvidenceView } from './flight-evidence.ts';
import { FLIGHT_LOG_STATES } from '../domain/flight-evidence.ts';
import { SURVEY_CAMERA_IDS } from '../domain/survey-camera.ts';

/** Maximum number of flight records of a job. */
export const FLIGHT_RECORDS_PER_JOB = 100;
/** Maximum number of flight records in the detail of a job, the newest ones. */
export const FLIGHT_RECORDS_IN_DETAIL = 50;
/** Maximum duration of a flight in minutes: a week, which no flight reaches and most typing errors exceed. */
export const DURATION_MAX = 10_080;
const DURATION_MESSAGE = `Enter a whole number of minutes from 1 to ${DURATION_MAX.toLocaleString('en-US')}`;
const optionalText = (max: number) => text(max).nullable().optional();

/**
 * POST /api/flight-data; `pilotId` is accepted and ignored. `camera` determines the resolution that a log proves. The log itself
 * follows as an upload.
 */
export const flightRecordBody = object({
  jobId: id().required(),
  pilotId: ignored(),
  flightNumber: requiredText(64),
  duration: number()
    .strict()
    .typeError(DURATION_MESSAGE)
    .integer(DURATION_MESSAGE)
    .min(1, DURATION_MESSAGE)
    .max(DURATION_MAX, DURATION_MESSAGE)
    .required(),
  altitude: optionalText(100),
  coverageArea: optionalText(100),
  resolution: optionalText(100),
  notes: optionalText(5000),
  camera: string().strict().oneOf(SURVEY_CAMERA_IDS).nullable().optional(),
})
  .exact()
  .required()
  .meta({ id: 'NewFlightRecord' });
export type FlightRecordBody = InferType<typeof flightRecordBody>;

/** The uploaded log of a flight record. */
export const flightLogView = object({
  state: string()
    .oneOf(FLIGHT_LOG_STATES)
    .required()
    .meta({ jsonSchema: { description: 'Only a log that the server has read is evidence' } }),
  /** Why the server could not read the log; null in other states. */
  refusal: string().nullable().defined(),
  fileName: string().required(),
  fileSize: number().integer().required(),
  /** Of the complete file, in hexadecimal digits; null while the server checks it. */
  sha256: string().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'FlightLog' });
export type FlightLogView = InferType<typeof flightLogView>;

/** A flight record; `duration` in whole minutes. Without a log that the server has read it has no `evidence`. */
export const flightRecordView = object({
  id: id().required(),
  jobId: id().required(),
  pilotId: id().required(),
  flightNumber: string().required(),
  duration: number().integer().required(),
  altitude: string().nullable().defined(),
  coverageArea: string().nullable().defined(),
  resolution: string().nullable().defined(),
  notes: string().nullable().defined(),
  createdAt: instant().required(),
  log: flightLogView.optional().default(undefined),
  evidence: flightEvidenceView.optional().default(undefined),
})
  .noUnknown()
  .meta({ id: 'FlightRecord' });
export type FlightRecordView = InferType<typeof flightRecordView>;

export const flightRecordListView = array(flightRecordView.required()).required();
