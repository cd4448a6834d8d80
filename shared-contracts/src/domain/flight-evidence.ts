import { SQUARE_METERS_PER_ACRE } from './area-size.ts';
import { METERS_PER_FOOT, type TrackMeasures } from './flight-measures.ts';
import { groundSampleDistance, SURVEY_CAMERAS, type SurveyCameraId } from './survey-camera.ts';

/** Formats that every release of a module can name. Widgets show them, so the list cannot grow. */
export const FIRST_LOG_FORMATS = ['airdata-csv', 'litchi-csv', 'kml', 'geojson'] as const;
export type FirstLogFormat = (typeof FIRST_LOG_FORMATS)[number];

export const LOG_FORMATS = [
  ...FIRST_LOG_FORMATS,
  'kmz',
  'gpx',
  'dji-srt',
  'gutma',
  'ulog',
  'ardupilot',
  'dji-txt',
  'csv',
] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const isLogFormat = (format: string): format is LogFormat =>
  LOG_FORMATS.some((each) => each === format);

/** Returns the format that a released widget shows: `kml` for all formats that it may not support. */
export const firstLogFormat = (format: LogFormat): FirstLogFormat =>
  FIRST_LOG_FORMATS.find((each) => each === format) ?? 'kml';

/** Reference of the heights in a log. */
export const HEIGHT_REFERENCES = ['take-off', 'ground', 'first-position'] as const;
export type HeightReference = (typeof HEIGHT_REFERENCES)[number];

/**
 * Whether a log has only a summary: figures that an app has written into the header of its record. There is no track, so they
 * cannot be recalculated.
 */
export const isSummary = ({ positions }: { positions: number }): boolean => positions === 0;

/** States of an uploaded log: the server checks it, has read it, or could not read it. */
export const FLIGHT_LOG_STATES = ['checking', 'read', 'refused'] as const;
export type FlightLogState = (typeof FLIGHT_LOG_STATES)[number];

/** Origin of a field value: the flight log, or user input. */
export const PROVENANCES = ['measured', 'typed'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** Metres from the area of a job beyond which a flight is not over it: take-off and turns are outside many areas. */
export const AREA_MARGIN_METERS = 2000;

/**
 * Reasons why a log is no evidence of its job: a time or a place outside the job, a log or a time that an earlier record has, and a
 * log without a part of the flight. The list grows.
 */
export const EVIDENCE_WARNINGS = [
  'before-posting',
  'before-acceptance',
  'after-deadline',
  'away-from-area',
  'log-used-before',
  'overlapping-flight',
  'incomplete-log',
] as const;
export type EvidenceWarningCode = (typeof EVIDENCE_WARNINGS)[number];

export const isEvidenceWarning = (code: string): code is EvidenceWarningCode =>
  EVIDENCE_WARNINGS.some((each) => each === code);

/** Whether a log counts as evidence of its job: it has no warnings. */
export const isCounted = ({ warnings }: { warnings?: readonly unknown[] | undefined }): boolean =>
  warnings === undefined || warnings.length === 0;

/** Fields of a record that a log can fill in. */
export const MEASURED_FIELDS = ['duration', 'altitude', 'coverageArea', 'resolution'] as const;
export type MeasuredField = (typeof MEASURED_FIELDS)[number];

/** Values of a log in the format of a record; null for a value that the log lacks. */
export interface MeasuredValues {
  /** Whole minutes, rounded, at least 1. */
  duration: number | null;
  altitude: string | null;
  coverageArea: string | null;
  resolution: string | null;
}

type Figures = Pick<TrackMeasures, 'maxHeightMeters' | 'areaSquareMeters'>;
export interface MeasuredEvidence {
  figures: Figures & { durationSeconds: number | null };
  camera: SurveyCameraId | null;
}

const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 0, maximumFractionDigits: 1 });

/** Formats a number with its unit; null if it rounds to 0.0. */
function quantity(value: number | null, unit: string): string | null {
  const text = value === null || value < 0.05 ? null : tenths.format(value);
  return text && `${text} ${unit}`;
}

/** Returns the ground sample distance at the greatest height (the coarsest of the flight), in centimetres a pixel. */
export function coarsestGroundSample({ figures, camera }: MeasuredEvidence): number | null {
  if (camera === null || figures.maxHeightMeters === null) return null;
  return groundSampleDistance(SURVEY_CAMERAS[camera], figures.maxHeightMeters);
}

/** Returns the field values from a log: `42`, `380 ft`, `10.4 acres`, `2.1 cm/pixel`. */
export function measuredValues(evidence: MeasuredEvidence): MeasuredValues {
  const { durationSeconds, maxHeightMeters, areaSquareMeters } = evidence.figures;
  const feet = maxHeightMeters === null ? null : Math.round(maxHeightMeters / METERS_PER_FOOT);
  return {
    duration: durationSeconds === null ? null : Math.max(1, Math.round(durationSeconds / 60)),
    altitude: quantity(feet, 'ft'),
    coverageArea: quantity(areaSquareMeters / SQUARE_METERS_PER_ACRE, 'acres'),
    resolution: quantity(coarsestGroundSample(evidence), 'cm/pixel'),
  };
}

/** The values of a record that a log can fill in. */
export type RecordValues = { [Field in MeasuredField]?: string | number | null | undefined };

/** Returns which fields equal the log. The server compares the values and does not rely on the client. */
export function provenanceOf(
  record: RecordValues,
  evidence: MeasuredEvidence,
): Record<MeasuredField, Provenance> {
  const measured = measuredValues(evidence);
  const of = (field: MeasuredField): Provenance =>
    measured[field] !== null && record[field] === measured[field] ? 'measured' : 'typed';
  return {
    duration: of('duration'),
    altitude: of('altitude'),
    coverageArea: of('coverageArea'),
    resolution: of('resolution'),
  };
}
