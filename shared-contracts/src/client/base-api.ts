import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { isUnauthenticated, toApiError, unreachable, type ApiError } from './api-error.ts';
import { reauthenticate } from './refused-calls.ts';
import { watchedFetch, type CallOptions } from './watched-fetch.ts';

export interface ApiRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** JSON body; without it no content type is sent. A large body is a `Blob` that already contains JSON. */
  body?: unknown;
  /** Follows `Link: rel="next"` and joins the pages of a list into one array. */
  allPages?: boolean;
  /** Makes a repeated call return the row that the first one created. Earlier shells omit it. */
  idempotencyKey?: string;
  /** Completes even if the page unloads; browsers limit such bodies to a few kilobytes. */
  keepalive?: boolean;
  /** The call is about the session itself: a 401 is a result, and does not wait for re-authentication. */
  aboutSession?: boolean;
  /** Receives upload progress from 0 to 1; starts at 0 again if the call is repeated. */
  onProgress?: (part: number) => void;
}

type Answer = { data: unknown } | { error: ApiError };

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/;

/** Makes one call. Resolves with the parsed JSON (undefined for an empty body) and the address of the next page, if any. */
async function send(
  request: ApiRequest,
  signal: AbortSignal,
): Promise<{ data: unknown; next?: string } | { error: ApiError }> {
  const { url, method = 'GET', body, keepalive = false, onProgress, idempotencyKey } = request;
  try {
    const options: CallOptions = {
      method,
      credentials: 'include',
      signal,
      keepalive,
      ...(body !== undefined && {
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
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
 * Makes a call. If the session has expired, the call has changed nothing on the server. It waits until the user has signed
 * in again and is then repeated, so that a completed form need not be submitted twice.
 */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, { signal, type }) => {
  const make = (): Promise<Answer> => (request.allPages ? sendAll : send)(request, signal);
  const answer = await make();
  if (request.aboutSession || !('error' in answer) || !isUnauthenticated(answer.error)) return answer;
  const outcome = await reauthenticate();
  if (outcome === 'repeat') return make();
  // The page that waits for the response is gone: the promise stays pending.
  return outcome === 'drop' && type === 'mutation' ? new Promise<never>(() => {}) : answer;
};

/** Largest delay of a timer, in seconds: cached data lasts as long as the page. */
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
// An endpoint of one module never replaces an endpoint of another.
api.injectEndpoints = (injection) => made.injectEndpoints({ ...injection, overrideExisting: false });

/**
 * The cache of all server data. The core of the contract and each module inject their endpoints. Data never becomes stale, and
 * there is no polling and no retry: mutations invalidate tags.
 */
export const baseApi = api;
