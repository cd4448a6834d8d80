/** All error codes of the API, with their HTTP status. */
export const ERROR_STATUS = {
  validation_failed: 400,
  malformed_request: 400,
  invalid_file: 400,
  invalid_signature: 400,
  invalid_passkey: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  invalid_code: 401,
  unknown_passkey: 401,
  account_suspended: 403,
  reauthentication_required: 403,
  email_unconfirmed: 403,
  forbidden: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  other_user: 409,
  username_taken: 409,
  email_taken: 409,
  job_not_available: 409,
  status_conflict: 409,
  job_locked: 409,
  budget_frozen: 409,
  too_many_accepted_jobs: 409,
  passkey_exists: 409,
  too_many_passkeys: 409,
  too_many_attachments: 409,
  too_many_deliverables: 409,
  upload_conflict: 409,
  unfinished_business: 409,
  too_many_flight_records: 409,
  payment_not_due: 409,
  payment_mismatch: 409,
  payment_failed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  provider_unavailable: 503,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERROR_STATUS).filter(isErrorCode);

/** True for an error code of the API. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}
