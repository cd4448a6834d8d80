import type { ErrorCode } from '../error-codes.ts';

/** Messages for failed calls without a sufficient server message. */
const texts = {
  unreachable: 'The server could not be reached. Check your connection and try again.',
  cookies: 'This browser blocks cookies. Allow cookies for this site to sign in.',
  tooManyAttempts: (wait: string) => `Too many attempts. Try again in ${wait}.`,
} as const;

/** A failed call in the store: serializable, with all details for a message and a report. */
export interface ApiError {
  /** HTTP status; 0 without a response. */
  status: number;
  /** `"<status>: <body text>"`, for logs. */
  message: string;
  /** Message of the server for users; absent if another server responded. */
  userMessage?: string;
  code?: ErrorCode;
  requestId?: string;
  /** Seconds after which the server accepts the call again. */
  retryAfterSeconds?: number;
  /** The call is kept on the device, and sent later. False: the browser cannot keep it. */
  isQueued?: boolean;
  /** Invalid fields, by path. */
  fields?: { path: string; message: string }[];
}

type ResponseHead = Pick<Response, 'status' | 'statusText' | 'headers'>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isField = (value: unknown): value is { path: string; message: string } =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

/** Whether a value has the form of the API's codes. Without their list, which is large, and which a newer API has extended. */
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && /^[a-z_]+$/.test(value);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Converts a response that is not OK. An empty `body` is replaced by the status text. */
export function toApiError({ status, statusText, headers }: ResponseHead, body: string): ApiError {
  const error: ApiError = { status, message: `${status}: ${body || statusText}` };
  const retryAfter = headers.get('retry-after');
  if (retryAfter && /^\d{1,9}$/.test(retryAfter)) error.retryAfterSeconds = Number(retryAfter);
  const parsed = parseJson(body);
  if (!isRecord(parsed) || !isCode(parsed['code'])) return error;
  const { code, message, requestId, errors } = parsed;
  error.code = code;
  if (typeof message === 'string') error.userMessage = message;
  if (typeof requestId === 'string') error.requestId = requestId;
  if (Array.isArray(errors)) error.fields = errors.filter(isField);
  return error;
}

/** Returns the error of a call without a response. */
export function unreachable(cause: unknown): ApiError {
  return {
    status: 0,
    message: `0: ${cause instanceof Error ? cause.message : String(cause)}`,
    userMessage: texts.unreachable,
  };
}

/** The error of a sign-in whose session cookie the browser does not keep: the next call has no session. */
export const sessionNotKept: ApiError = {
  status: 401,
  message: '401: the browser has not kept the session cookie',
  userMessage: texts.cookies,
};

/** True for the error of a rejected API call. */
export function isApiError(error: unknown): error is ApiError {
  return isRecord(error) && typeof error['status'] === 'number' && typeof error['message'] === 'string';
}

/** True for a call that requires a session. A failed login has another code. */
export function isUnauthenticated(error: unknown): boolean {
  return isApiError(error) && error.code === 'unauthenticated';
}

/**
 * True for a call that succeeds after the user has signed in again: the session has ended, is of another user, or has no
 * proof for the call.
 */
export function needsSignIn(error: ApiError): boolean {
  return (
    isUnauthenticated(error) || error.code === 'reauthentication_required' || error.code === 'other_user'
  );
}

const UNITS = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

const inUnits = (unit: string, count: number) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** Formats a waiting time in its largest unit above one, rounded up: "45 seconds", "12 minutes". */
export function waitText(seconds: number): string {
  const fitting = UNITS.find((each) => seconds > each.seconds);
  return fitting ? inUnits(fitting.unit, Math.ceil(seconds / fitting.seconds)) : inUnits('second', seconds);
}

/** Returns the message for a failed call: the server message for users, or `fallback`; never raw JSON. */
export function errorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback;
  const { code, userMessage, retryAfterSeconds } = error;
  if (code === 'rate_limited' && retryAfterSeconds) return texts.tooManyAttempts(waitText(retryAfterSeconds));
  return userMessage || fallback;
}
