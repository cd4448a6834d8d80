import {
  MEASURED_FIELDS,
  measuredValues,
  type MeasuredEvidence,
  type MeasuredField,
  type MeasuredValues,
} from '@dps/shared-contracts';
import { texts } from '../texts.ts';
import type { FlightUploadValues } from './flight-upload.ts';

/** Returns the value of a log as form text; an empty string if the log has none. */
export function measuredText(measured: MeasuredValues, field: MeasuredField): string {
  const value = measured[field];
  return value === null ? '' : String(value);
}

/**
 * Returns the form with the values of a log. They replace empty fields and the values of the previous log, also with nothing. A
 * typed text stays.
 *
 * @param before the evidence that last filled in the form, if any
 */
export function withMeasuredValues(
  values: FlightUploadValues,
  before: MeasuredEvidence | undefined,
  after: MeasuredEvidence,
): FlightUploadValues {
  const old = before && measuredValues(before);
  const measured = measuredValues(after);
  const filled = { ...values };
  for (const field of MEASURED_FIELDS) {
    const isTyped = values[field].trim() !== '' && !(old && values[field] === measuredText(old, field));
    if (!isTyped) filled[field] = measuredText(measured, field);
  }
  return filled;
}

/** Returns the form after another camera is chosen. The resolution changes with the camera unless the user has typed one. */
export function withCamera(
  values: FlightUploadValues,
  before: MeasuredEvidence,
  after: MeasuredEvidence,
): FlightUploadValues {
  const old = measuredText(measuredValues(before), 'resolution');
  if (values.resolution !== old) return values;
  return { ...values, resolution: measuredText(measuredValues(after), 'resolution') };
}

/** Returns the helper text of a field next to a log: that its value is measured or typed, with the measured value. */
export function provenanceText(
  measured: MeasuredValues,
  field: MeasuredField,
  typed: string,
): string | undefined {
  const text = measuredText(measured, field);
  if (typed.trim() === '') return text === '' ? undefined : texts.log.emptied(text);
  if (text === '') return texts.log.onlyTyped;
  return typed.trim() === text ? texts.log.measured : texts.log.typed(text);
}
