import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { isApiError, needsSignIn, type ApiError } from './api-error.ts';
import { repeatable } from './hanging-reads.ts';
import { makeOrKeep } from './queued-calls.ts';
import { reauthenticate } from './refused-calls.ts';
import { send, type ApiRequest } from './send.ts';

type Result = { data: unknown; meta?: boolean } | { error: ApiError };

function sendOne(request: ApiRequest, signal: AbortSignal) {
  const { method = 'GET' } = request;
  return method === 'GET' ? repeatable(signal, (attempt) => send(request, attempt)) : send(request, signal);
}

async function sendAll(request: ApiRequest, signal: AbortSignal): Promise<Result> {
  const rows: unknown[] = [];
  let meta = false;
  for (let url: string | undefined = request.url; url;) {
    const result = await sendOne({ ...request, url }, signal);
    if ('error' in result) return result;
    if (Array.isArray(result.data)) rows.push(...result.data);
    url = result.next;
    meta = result.meta;
  }
  return { data: rows, meta };
}

/** The part of the store that has the last error of each read, and whether it reads a further page of a list. */
interface CacheState {
  api: { queries: Partial<Record<string, { error?: unknown; direction?: unknown }>> };
}
const isCacheState = (state: unknown): state is CacheState =>
  typeof state === 'object' && state !== null && 'api' in state;

/** The time, in ms, in which a failed read is not repeated for a component that needs the same data: a page can load later than its frame. */
const FAILURE_MS = 5_000;
const failedAt = new WeakMap<ApiError, number>();

/**
 * Returns the error of a read that has just failed. A retry and a change of the data force a read, and do not use it. The user
 * requests each further page, also again.
 */
function recentFailure({ getState, forced, queryCacheKey = '' }: BaseQueryApi): ApiError | undefined {
  const state = getState();
  const read = !forced && isCacheState(state) ? state.api.queries[queryCacheKey] : undefined;
  const error = read?.direction === undefined ? read?.error : undefined;
  return isApiError(error) && Date.now() - (failedAt.get(error) ?? 0) < FAILURE_MS ? error : undefined;
}

let pageUser: number | undefined;

/** Sets the user that the page shows; undefined without one. Calls name this user, so that no other user's session serves them. */
export function setPageUser(userId: number | undefined): void {
  pageUser = userId;
}

/**
 * Makes a call. If the session has expired, is of another user, or the user has to sign in again for the call, the call has changed
 * nothing on the server. It waits until the user has signed in again and is then repeated, so that a form need not be submitted
 * twice. Of several waiting calls, each one that requires a sign-in of its own waits again.
 */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (given, call) => {
  const { signal, type } = call;
  const request: ApiRequest = { userId: pageUser, ...given };
  const failure = recentFailure(call);
  if (failure) return { error: failure };
  const make = (): Promise<Result> =>
    makeOrKeep(request, (kept) => (kept.allPages ? sendAll : sendOne)(kept, signal));
  let result = await make();
  if (request.aboutSession || !('error' in result)) return result;
  if (!needsSignIn(result.error)) {
    failedAt.set(result.error, Date.now());
    return result;
  }
  do {
    const outcome = await reauthenticate(result.error);
    // The page that waits for the response is gone: the promise stays pending.
    if (outcome === 'drop' && type === 'mutation') return new Promise<never>(() => {});
    if (outcome !== 'repeat') return result;
    result = await make();
  } while ('error' in result && result.error.code === 'reauthentication_required');
  return result;
};

/** Largest delay of a timer, in seconds: cached data lasts as long as the page. */
const FOREVER = Math.floor((2 ** 31 - 1) / 1000);

/** The tag of the user's conversations. With a type of its own, earlier modules would not fit: it is a part of their interface. */
export const THREADS = { type: 'CurrentUser', id: 'threads' } as const;
/** The tag of the shares and payouts of a pilot, whose changes the history does not have. As `THREADS`. */
export const SHARES = { type: 'CurrentUser', id: 'shares' } as const;
/** The tag of numbers of unread messages, which alone change when their user reads messages. */
export const UNREAD_MESSAGES = { type: 'CurrentUser', id: 'unread-messages' } as const;

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
