import { isErrorCode, type ErrorCode } from '../error-codes.ts';

/** What a failed call leaves in the store: serialisable, and enough for a message and for a report. */
export interface ApiError {
  /** The HTTP status; 0 when no answer came. */
  status: number;
  /** `"<status>: <body text>"`, for logs. */
  message: string;
  /** What the server says to people; absent when the answer was not one of ours. */
  userMessage?: string;
  code?: ErrorCode;
  requestId?: string;
  /** Refused fields, by path. */
  fields?: { path: string; message: string }[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isField = (value: unknown): value is { path: string; message: string } =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Reads an answer that is not OK: `body` is its text, `statusText` stands in for an empty one. */
export function toApiError(status: number, statusText: string, body: string): ApiError {
  const error: ApiError = { status, message: `${status}: ${body || statusText}` };
  const parsed = parseJson(body);
  if (!isRecord(parsed) || !isErrorCode(parsed['code'])) return error;
  const { code, message, requestId, errors } = parsed;
  error.code = code;
  if (typeof message === 'string') error.userMessage = message;
  if (typeof requestId === 'string') error.requestId = requestId;
  if (Array.isArray(errors)) error.fields = errors.filter(isField);
  return error;
}

/** The error of a call that got no answer at all. */
export function unreachable(cause: unknown): ApiError {
  return {
    status: 0,
    message: `0: ${cause instanceof Error ? cause.message : String(cause)}`,
    userMessage: 'The server could not be reached. Check your connection and try again.',
  };
}

/** True for what a rejected call of ours carries. */
export function isApiError(error: unknown): error is ApiError {
  return isRecord(error) && typeof error['status'] === 'number' && typeof error['message'] === 'string';
}

/** True for a call that was refused because no session is open; a login that is refused has another code. */
export function isUnauthenticated(error: unknown): boolean {
  return isApiError(error) && error.code === 'unauthenticated';
}

/** What to show for a failed call: the server's words for people, else `fallback`; never raw JSON. */
export function errorText(error: unknown, fallback: string): string {
  return (isApiError(error) && error.userMessage) || fallback;
}
