import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { isUnauthenticated, toApiError, unreachable, type ApiError } from './api-error.ts';
import { readmission } from './refused-calls.ts';
import { watchedFetch, type CallOptions } from './watched-fetch.ts';

export interface ApiRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; without it no content type is sent. A `Blob` is such a text already, where one is too large to be made at once. */
  body?: unknown;
  /** Follows `Link: rel="next"` and joins the pages of a list into one array. */
  allPages?: boolean;
  /** Sent to the end even if the page goes away meanwhile; browsers allow it for bodies of a few kilobytes. */
  keepalive?: boolean;
  /** The call is about the session itself: its refusal is an answer, and never waits for somebody to sign in again. */
  aboutSession?: boolean;
  /** For a large body: runs with the part of it that was sent, from 0 to 1, and from 0 again if the call is made again. */
  onProgress?: (part: number) => void;
}

type Answer = { data: unknown } | { error: ApiError };

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/;

/** One call. Resolves with the parsed JSON (undefined for an empty body) and the address of the next page, if any. */
async function send(
  request: ApiRequest,
  signal: AbortSignal,
): Promise<{ data: unknown; next?: string } | { error: ApiError }> {
  const { url, method = 'GET', body, keepalive = false, onProgress } = request;
  try {
    const options: CallOptions = {
      method,
      credentials: 'include',
      signal,
      keepalive,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: body instanceof Blob ? body : JSON.stringify(body),
      }),
    };
    const response = await (onProgress ? watchedFetch(url, options, onProgress) : fetch(url, options));
    const text = await response.text();
    if (!response.ok) return { error: toApiError(response, text) };
    const next = NEXT_LINK.exec(response.headers.get('link') ?? '')?.[1];
    return { data: text ? JSON.parse(text) : undefined, ...(next && { next }) };
  } catch (cause) {
    return { error: unreachable(cause) };
  }
}

async function sendAll(request: ApiRequest, signal: AbortSignal): Promise<Answer> {
  const rows: unknown[] = [];
  for (let url: string | undefined = request.url; url;) {
    const answer = await send({ ...request, url }, signal);
    if ('error' in answer) return answer;
    if (Array.isArray(answer.data)) rows.push(...answer.data);
    url = answer.next;
  }
  return { data: rows };
}

/**
 * Makes a call. One that is refused because the session is over has changed nothing on the server, so it waits for its
 * user to sign in again and is then made once more: who has filled in a form need not send it twice.
 */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, { signal, type }) => {
  const make = (): Promise<Answer> => (request.allPages ? sendAll : send)(request, signal);
  const answer = await make();
  if (request.aboutSession || !('error' in answer) || !isUnauthenticated(answer.error)) return answer;
  const outcome = await readmission();
  if (outcome === 'repeat') return make();
  // Nobody is left to hear that a write failed: its answer never comes.
  return outcome === 'drop' && type === 'mutation' ? new Promise<never>(() => {}) : answer;
};

/** The largest delay of a timer, in seconds: what stays in the cache stays for the life of the page. */
const FOREVER = Math.floor((2 ** 31 - 1) / 1000);

const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: FOREVER,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  tagTypes: ['CurrentUser', 'Job', 'AvailableJobs', 'FlightRecord'],
  endpoints: () => ({}),
});
const made = { ...api };
// One module's endpoints never take the place of another's, whatever it says.
api.injectEndpoints = (injection) => made.injectEndpoints({ ...injection, overrideExisting: false });

/**
 * The one cache of server data. It has no endpoints of its own: the contract's core and each module inject theirs.
 * Never stale, no polling, no retries: a write invalidates tags.
 */
export const baseApi = api;
