import {
  MEASURED_FIELDS,
  measuredValues,
  type MeasuredEvidence,
  type MeasuredField,
  type MeasuredValues,
} from '@dps/shared-contracts';
import { texts } from '../texts.ts';
import type { FlightUploadValues } from './flight-upload.ts';

/** What a log says about a field, as the form would hold it; an empty text where it says nothing. */
export function measuredText(measured: MeasuredValues, field: MeasuredField): string {
  const value = measured[field];
  return value === null ? '' : String(value);
}

/** The form with everything in it that the log says; what it does not say stays as it was typed. */
export function filledIn(values: FlightUploadValues, evidence: MeasuredEvidence): FlightUploadValues {
  const measured = measuredValues(evidence);
  const filled = { ...values };
  for (const field of MEASURED_FIELDS) filled[field] = measuredText(measured, field) || values[field];
  return filled;
}

/**
 * The form after another camera was chosen: a resolution follows the camera unless somebody has typed their own.
 */
export function withCamera(
  values: FlightUploadValues,
  before: MeasuredEvidence,
  after: MeasuredEvidence,
): FlightUploadValues {
  const old = measuredText(measuredValues(before), 'resolution');
  if (values.resolution !== old) return values;
  return { ...values, resolution: measuredText(measuredValues(after), 'resolution') };
}

/** What to say below a field that a log measures: that it holds the measured value, or what that would be. */
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
