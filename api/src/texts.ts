import type { ErrorCode } from '@dps/shared-contracts';

/** The default message of each error code. */
export const ERROR_MESSAGES = {
  validation_failed: 'Please check the highlighted fields.',
  malformed_request: 'The request could not be read.',
  invalid_file: 'The file is not of a supported format, or its content does not match its description.',
  invalid_signature: 'The signature of the event is not valid.',
  unauthenticated: 'Please sign in.',
  invalid_credentials: 'Invalid username or password.',
  forbidden: 'You are not allowed to do this.',
  cross_site_request: 'The request came from another site.',
  not_found: 'Not found.',
  method_not_allowed: 'This method is not available here.',
  request_timeout: 'The request took too long to arrive.',
  username_taken: 'This username is already taken.',
  email_taken: 'This email address is already in use.',
  job_not_available: 'This job is no longer available.',
  status_conflict: 'The job is not in a status that allows this. Please reload.',
  job_locked: 'The job can no longer be changed.',
  budget_frozen: 'The budget can no longer be changed.',
  too_many_attachments: 'A job can have at most 5 attachments.',
  payment_not_due: 'A payment is not possible for this job now.',
  payment_mismatch: 'The payment does not belong to this job.',
  payment_failed: 'The payment did not succeed.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'Only JSON is accepted.',
  rate_limited: 'Too many attempts. Please wait and try again.',
  internal: 'Something went wrong. Please try again.',
  provider_unavailable: 'The payment provider cannot be reached. Please try again.',
  unavailable: 'The service is busy. Please try again in a moment.',
} as const satisfies Record<ErrorCode, string>;

export const TEXTS = {
  invalidCursor: 'Expected the cursor of an earlier response',
  fileEmptyOrNotBase64: 'The file is not valid base64.',
  fileSizeMismatch: 'The size of the file does not match its description.',
  fileTypeUnsupported: 'The file is not a PNG, JPEG, GIF, PDF, DOC or DOCX.',
  fileTypeMismatch: 'The content of the file does not match its type or name.',
  imageUnsupported: 'Please choose a PNG, JPEG, WebP or GIF image.',
  imageTooLarge: 'Please select an image under 5MB.',
  paidByCardOnly: 'A job becomes paid through its card payment.',
  jobHasFlightRecords: 'A job with recorded flights cannot be deleted.',
} as const;
