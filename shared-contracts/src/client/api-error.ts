import { texts } from './texts.ts';
import { waitText } from './wait-text.ts';
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
  /** When the server takes such a call again, in seconds from its answer. */
  retryAfterSeconds?: number;
  /** Refused fields, by path. */
  fields?: { path: string; message: string }[];
}

type AnswerHead = Pick<Response, 'status' | 'statusText' | 'headers'>;

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

/** Reads an answer that is not OK: `body` is its text, its status text stands in for an empty one. */
export function toApiError({ status, statusText, headers }: AnswerHead, body: string): ApiError {
  const error: ApiError = { status, message: `${status}: ${body || statusText}` };
  const retryAfter = headers.get('retry-after');
  if (retryAfter && /^\d{1,9}$/.test(retryAfter)) error.retryAfterSeconds = Number(retryAfter);
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
    userMessage: texts.unreachable,
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
  if (!isApiError(error)) return fallback;
  const { code, userMessage, retryAfterSeconds } = error;
  if (code === 'rate_limited' && retryAfterSeconds) return texts.tooManyAttempts(waitText(retryAfterSeconds));
  return userMessage || fallback;
}
