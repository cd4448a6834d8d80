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

/** Returns the form with the values of the log. Fields without such a value keep the typed text. */
export function withMeasuredValues(
  values: FlightUploadValues,
  evidence: MeasuredEvidence,
): FlightUploadValues {
  const measured = measuredValues(evidence);
  const filled = { ...values };
  for (const field of MEASURED_FIELDS) filled[field] = measuredText(measured, field) || values[field];
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

/** Returns the helper text of a measured field: that its value is measured, or the measured value. */
export function provenanceText(
  measured: MeasuredValues,
  field: MeasuredField,
  typed: string,
): string | undefined {
  const text = measuredText(measured, field);
  if (text === '') return undefined;
  if (typed.trim() === '') return texts.log.emptied(text);
  return typed.trim() === text ? texts.log.measured : texts.log.typed(text);
}
