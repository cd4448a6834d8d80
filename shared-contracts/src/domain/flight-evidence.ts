import { METERS_PER_FOOT, SQUARE_METERS_PER_ACRE, type TrackMeasures } from './flight-measures.ts';
import { groundSampleDistance, SURVEY_CAMERAS, type SurveyCameraId } from './survey-camera.ts';

export const LOG_FORMATS = ['airdata-csv', 'litchi-csv', 'kml', 'geojson'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What the heights of a log are measured from. */
export const HEIGHT_REFERENCES = ['take-off', 'ground', 'first-position'] as const;
export type HeightReference = (typeof HEIGHT_REFERENCES)[number];

/** Whether a field of a record says what the log says, or what somebody typed. */
export const PROVENANCES = ['measured', 'typed'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** The fields of a record that a log can fill in. */
export const MEASURED_FIELDS = ['duration', 'altitude', 'coverageArea', 'resolution'] as const;
export type MeasuredField = (typeof MEASURED_FIELDS)[number];

/** What a log says about each of them, as the record would; null where it says nothing. */
export interface MeasuredValues {
  /** Whole minutes, to the nearest and at least 1. */
  duration: number | null;
  altitude: string | null;
  coverageArea: string | null;
  resolution: string | null;
}

type Figures = Pick<TrackMeasures, 'durationSeconds' | 'maxHeightMeters' | 'areaSquareMeters'>;
export interface MeasuredEvidence {
  figures: Figures;
  camera: SurveyCameraId | null;
}

const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 0, maximumFractionDigits: 1 });

/** A number with its unit; null where nothing is left of it in tenths. */
function quantity(value: number | null, unit: string): string | null {
  const text = value === null || value < 0.05 ? null : tenths.format(value);
  return text && `${text} ${unit}`;
}

/** The ground sample distance at the greatest height, which is the coarsest of the flight, in centimetres a pixel. */
export function coarsestGroundSample({ figures, camera }: MeasuredEvidence): number | null {
  if (camera === null || figures.maxHeightMeters === null) return null;
  return groundSampleDistance(SURVEY_CAMERAS[camera], figures.maxHeightMeters);
}

/** The fields of a record as a log fills them in: `42`, `380 ft`, `10.4 acres`, `2.1 cm/pixel`. */
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

type RecordValues = { [Field in MeasuredField]?: string | number | null | undefined };

/** Which fields of a record say what the log says. Nobody claims it: it is the comparison of the two. */
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
