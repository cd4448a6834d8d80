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

/**
 * Returns the form with the values of a log. They replace empty fields and the values of the previous log, also with nothing. A
 * typed text stays.
 *
 * @param before the texts that the form had filled in before
 */
export function withMeasuredValues(
  values: FlightUploadValues,
  before: FlightUploadValues,
  evidence: MeasuredEvidence,
): FlightUploadValues {
  const measured = measuredTexts(evidence);
  const filled = { ...values };
  for (const field of MEASURED_FIELDS) {
    const isTyped = values[field].trim() !== '' && values[field] !== before[field];
    if (!isTyped) filled[field] = measured[field];
  }
  return filled;
}

/**
 * Returns the form after another camera is chosen. The resolution changes with the camera unless the user has typed one.
 *
 * @param before the texts that the form had filled in before
 */
export function withCamera(
  values: FlightUploadValues,
  before: FlightUploadValues,
  evidence: MeasuredEvidence,
): FlightUploadValues {
  if (values.resolution !== before.resolution) return values;
  return { ...values, resolution: measuredTexts(evidence).resolution };
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
