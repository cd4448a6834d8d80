import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { needsSignIn, type ApiError } from './api-error.ts';
import { makeOrKeep } from './queued-calls.ts';
import { reauthenticate } from './refused-calls.ts';
import { send, type ApiRequest } from './send.ts';
import { watchedFetch } from './watched-fetch.ts';

type Answer = { data: unknown; meta?: boolean } | { error: ApiError };

function sendOne(request: ApiRequest, signal: AbortSignal) {
  const { onProgress } = request;
  if (!onProgress) return send(request, signal);
  return send(request, signal, (url, options) => watchedFetch(url, options, onProgress));
}

async function sendAll(request: ApiRequest, signal: AbortSignal): Promise<Answer> {
  const rows: unknown[] = [];
  let meta = false;
  for (let url: string | undefined = request.url; url;) {
    const answer = await sendOne({ ...request, url }, signal);
    if ('error' in answer) return answer;
    if (Array.isArray(answer.data)) rows.push(...answer.data);
    url = answer.next;
    meta = answer.meta;
  }
  return { data: rows, meta };
}

/**
 * Makes a call. If the session has expired, or the call requires a recent sign-in, the call has changed nothing on the
 * server. It waits until the user has signed in again and is then repeated, so that a form need not be submitted twice.
 */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, { signal, type }) => {
  const make = (): Promise<Answer> =>
    makeOrKeep(request, (call) => (call.allPages ? sendAll : sendOne)(call, signal));
  const answer = await make();
  if (request.aboutSession || !('error' in answer) || !needsSignIn(answer.error)) return answer;
  const outcome = await reauthenticate(answer.error);
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
