import { flightRecordBody, isVisible, MEASURED_FIELDS, type FlightRecordBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { texts } from '../texts.ts';

/** The values of the upload form, as typed; `jobId` is the id as text. */
export interface FlightUploadValues {
  jobId: string;
  flightNumber: string;
  duration: string;
  altitude: string;
  coverageArea: string;
  resolution: string;
  notes: string;
}
export type FlightUploadField = keyof FlightUploadValues;
export type FlightUploadErrors = Partial<Record<FlightUploadField, string>>;

export const EMPTY_UPLOAD: FlightUploadValues = {
  jobId: '',
  flightNumber: '',
  duration: '',
  altitude: '',
  coverageArea: '',
  resolution: '',
  notes: '',
};

const REQUIRED = ['jobId', 'flightNumber', 'duration'] as const satisfies FlightUploadField[];

/** Accepts digits only, so that "12.7" and "1e9" are errors and not rounded. */
function wholeNumber(text: string): number {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : NaN;
}

const textOrNull = (text: string) => text.trim() || null;

/** Whether a required field is empty. */
export function isMissingInformation(values: FlightUploadValues): boolean {
  return REQUIRED.some((field) => !isVisible(values[field]));
}

/** Whether a form has typed texts, or values of a log. The choice of a job alone needs no draft. */
export function isWorthADraft(values: FlightUploadValues, filled: FlightUploadValues): boolean {
  const typed = { ...values, jobId: filled.jobId };
  return (
    JSON.stringify(typed) !== JSON.stringify(filled) || MEASURED_FIELDS.some((field) => filled[field] !== '')
  );
}

/** Returns the request body of a form: NaN for an invalid job or duration, null for an empty optional field. */
export function flightRecordOf(values: FlightUploadValues): FlightRecordBody {
  return {
    jobId: wholeNumber(values.jobId),
    flightNumber: values.flightNumber.trim(),
    duration: wholeNumber(values.duration),
    altitude: textOrNull(values.altitude),
    coverageArea: textOrNull(values.coverageArea),
    resolution: textOrNull(values.resolution),
    notes: textOrNull(values.notes),
  };
}

/** Returns the errors of a form by field; empty if it is valid. */
export function uploadErrors(values: FlightUploadValues): FlightUploadErrors {
  const errors: FlightUploadErrors = schemaErrors(flightRecordBody, flightRecordOf(values));
  for (const field of REQUIRED) if (!isVisible(values[field])) errors[field] = texts.upload.required;
  return errors;
}
