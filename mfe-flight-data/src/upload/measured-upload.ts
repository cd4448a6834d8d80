import {
  MEASURED_FIELDS,
  measuredValues,
  type MeasuredEvidence,
  type MeasuredField,
  type MeasuredValues,
} from '@dps/contract';
import { texts } from '../texts.ts';
import type { FlightUploadValues } from './flight-upload.ts';

/** Returns the value of a log as form text; an empty string if the log has none. */
function measuredText(measured: MeasuredValues, field: MeasuredField): string {
  const value = measured[field];
  return value === null ? '' : String(value);
}

/** Returns the values of a log as form texts. */
export function measuredTexts(evidence: MeasuredEvidence): Record<MeasuredField, string> {
  const measured = measuredValues(evidence);
  return {
    duration: measuredText(measured, 'duration'),
    altitude: measuredText(measured, 'altitude'),
    coverageArea: measuredText(measured, 'coverageArea'),
    resolution: measuredText(measured, 'resolution'),
  };
}

/** Returns the result of a log in one line: "20 min · 409 ft · 6.7 acres · incomplete". */
export function resultLine(evidence: MeasuredEvidence & { incomplete?: boolean | undefined }): string {
  const { duration, altitude, coverageArea, resolution } = measuredValues(evidence);
  const { minutes, incomplete } = texts.log;
  return [
    duration !== null && minutes(duration),
    altitude,
    coverageArea,
    resolution,
    evidence.incomplete && incomplete,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The texts that a log fills in. */
type FilledTexts = Partial<Record<MeasuredField, string>>;

/**
 * Returns the texts that a log fills in. They replace empty fields and the values of the previous log, also with nothing. A
 * typed text stays, also if it equals the value of the log.
 *
 * @param before the texts that the form had filled in before
 */
export function textsOfLog(
  values: FlightUploadValues,
  before: FlightUploadValues,
  evidence: MeasuredEvidence,
): FilledTexts {
  const measured = measuredTexts(evidence);
  const isTyped = (field: MeasuredField) => values[field].trim() !== '' && values[field] !== before[field];
  return fieldTexts(
    MEASURED_FIELDS.filter((field) => !isTyped(field)),
    (field) => measured[field],
  );
}

/** Returns empty texts for the values of a log that is removed. A typed text stays. */
export function textsWithoutLog(values: FlightUploadValues, before: FlightUploadValues): FilledTexts {
  return fieldTexts(
    MEASURED_FIELDS.filter((field) => values[field] === before[field]),
    () => '',
  );
}

function fieldTexts(fields: readonly MeasuredField[], textOf: (field: MeasuredField) => string): FilledTexts {
  return Object.fromEntries(fields.map((field) => [field, textOf(field)]));
}

/**
 * Returns the text that another camera fills in: the resolution, unless the user has typed one.
 *
 * @param before the texts that the form had filled in before
 */
export function textsOfCamera(
  values: FlightUploadValues,
  before: FlightUploadValues,
  evidence: MeasuredEvidence,
): FilledTexts {
  if (values.resolution !== before.resolution) return {};
  return { resolution: measuredTexts(evidence).resolution };
}

/**
 * Returns the helper text of a field next to a log: that its value is measured or typed, with the measured value.
 *
 * @param origin the text of a measured value
 */
export function provenanceText(
  measured: MeasuredValues,
  field: MeasuredField,
  typed: string,
  origin: string = texts.log.measured,
): string | undefined {
  const text = measuredText(measured, field);
  if (typed.trim() === '') return text === '' ? undefined : texts.log.emptied(text);
  if (text === '') return texts.log.onlyTyped;
  return typed.trim() === text ? origin : texts.log.typed(text);
}
