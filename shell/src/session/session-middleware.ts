import {
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { COHORT_COOKIE, cohortSeed, userSeed } from '@dps/shared-contracts';
import {
  baseApi,
  coreApi,
  isUnauthenticated,
  pauseUntilReauthenticated,
  type ReauthOutcome,
} from '@dps/shared-contracts/client';
import { endSession, requestCurrentUser } from './current-user.ts';
import { clearPendingSignOut } from './pending-sign-out.ts';

interface State {
  [baseApi.reducerPath]: ReturnType<typeof baseApi.reducer>;
}
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

const YEAR = 31_536_000;
const { matchFulfilled, matchRejected, select } = coreApi.endpoints.coreCurrentUser;

/** Whether the request for the current user has failed for another reason than a missing session. */
const hasFailed = (action: unknown): boolean =>
  matchRejected(action) && isRejectedWithValue(action) && !isUnauthenticated(action.payload);

/** Gives the next documents of this browser the user's cohort, so that all browsers of a user have the same canaries. */
export function setCohortCookie(userId: number): void {
  const seed = userSeed(userId);
  if (cohortSeed(document.cookie) === seed) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COHORT_COOKIE}=${seed}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

/**
 * Detects a session that has ended elsewhere. A refused call is paused and the current user is requested again. Without a
 * session, the store keeps the user and the error, and the page requires the user to sign in again. If the same user is
 * signed in, the paused calls are repeated. If another user is signed in, the data of the last user is deleted.
 */
export const sessionMiddleware: Middleware<object, State, Dispatch> = (store) => {
  const user = () => select()(store.getState()).data;
  let queue: ((outcome: ReauthOutcome) => void)[] = [];
  const settle = (outcome: ReauthOutcome) => {
    const settled = queue;
    queue = [];
    for (const resolve of settled) resolve(outcome);
  };
  pauseUntilReauthenticated(() => {
    if (!user()) return Promise.resolve('fail');
    void store.dispatch(requestCurrentUser());
    return new Promise((resolve) => queue.push(resolve));
  });
  return (next) => (action) => {
    const last = matchFulfilled(action) ? user() : undefined;
    const result = next(action);
    if (baseApi.util.resetApiState.match(action)) settle('drop');
    else if (hasFailed(action)) settle('fail');
    else if (matchFulfilled(action)) {
      // On the server, a sign-in also ends the session whose sign-out is pending.
      if (last === null && action.payload) clearPendingSignOut();
      if (action.payload) setCohortCookie(action.payload.id);
      if (last && last.id !== action.payload?.id) endSession(store.dispatch, action.payload);
      else settle('repeat');
    }
    return result;
  };
};
