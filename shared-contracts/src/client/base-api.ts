import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { toApiError, unreachable, type ApiError } from './api-error.ts';

export interface ApiRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; without it no content type is sent. */
  body?: unknown;
  /** Follows `Link: rel="next"` and joins the pages of a list into one array. */
  allPages?: boolean;
  /** Answers null where nobody is signed in, instead of failing. */
  nullOn401?: boolean;
}

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/;

/** One call. Resolves with the parsed JSON (undefined for an empty body) and the address of the next page, if any. */
async function send(
  request: ApiRequest,
  signal: AbortSignal,
): Promise<{ data: unknown; next?: string } | { error: ApiError }> {
  const { url, method = 'GET', body } = request;
  try {
    const response = await fetch(url, {
      method,
      credentials: 'include',
      signal,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (response.status === 401 && request.nullOn401) return { data: null };
    if (!response.ok) return { error: toApiError(response.status, response.statusText, text) };
    const next = NEXT_LINK.exec(response.headers.get('link') ?? '')?.[1];
    return { data: text ? JSON.parse(text) : undefined, ...(next && { next }) };
  } catch (cause) {
    return { error: unreachable(cause) };
  }
}

async function sendAll(
  request: ApiRequest,
  signal: AbortSignal,
): Promise<{ data: unknown } | { error: ApiError }> {
  const rows: unknown[] = [];
  for (let url: string | undefined = request.url; url;) {
    const answer = await send({ ...request, url }, signal);
    if ('error' in answer) return answer;
    if (Array.isArray(answer.data)) rows.push(...answer.data);
    url = answer.next;
  }
  return { data: rows };
}

const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = (request, { signal }) =>
  request.allPages ? sendAll(request, signal) : send(request, signal);

/** The largest delay of a timer, in seconds: what stays in the cache stays for the life of the page. */
const FOREVER = Math.floor((2 ** 31 - 1) / 1000);

/**
 * The one cache of server data. It has no endpoints of its own: the contract's core and each module inject theirs.
 * Never stale, no polling, no retries: a write invalidates tags.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: FOREVER,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  tagTypes: ['CurrentUser', 'Job', 'AvailableJobs', 'FlightRecord'],
  endpoints: () => ({}),
});
