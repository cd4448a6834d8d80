import {
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import {
  baseApi,
  coreApi,
  pauseUntilReauthenticated,
  isUnauthenticated,
  type ReauthOutcome,
} from '@dps/shared-contracts/client';
import { askCurrentUser } from './ask-current-user.ts';
import { endSession } from './end-session.ts';
import { rememberCohort } from './remember-cohort.ts';
import { forgetOwedSignOut } from './owed-sign-out.ts';

interface State {
  [baseApi.reducerPath]: ReturnType<typeof baseApi.reducer>;
}
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

const { matchFulfilled, matchRejected, select } = coreApi.endpoints.coreCurrentUser;

/** The server did not say who is signed in, for another reason than that nobody is. */
const staysUnknown = (action: unknown): boolean =>
  matchRejected(action) && isRejectedWithValue(action) && !isUnauthenticated(action.payload);

/**
 * Notices a session that ends elsewhere. A refused call waits, and the current user is asked for again. When that is
 * nobody, the refusal stands in the store beside the user on screen, who is asked to sign in again. When it is the same
 * user, calls that wait are made once more; when it is somebody else, what was read for the last user is forgotten.
 */
export const watchSession: Middleware<object, State, Dispatch> = (store) => {
  const user = () => select()(store.getState()).data;
  let waiting: ((outcome: ReauthOutcome) => void)[] = [];
  const settle = (outcome: ReauthOutcome) => {
    const settled = waiting;
    waiting = [];
    for (const resolve of settled) resolve(outcome);
  };
  pauseUntilReauthenticated(() => {
    if (!user()) return Promise.resolve('fail');
    void store.dispatch(askCurrentUser());
    return new Promise((resolve) => waiting.push(resolve));
  });
  return (next) => (action) => {
    const last = matchFulfilled(action) ? user() : undefined;
    const result = next(action);
    if (baseApi.util.resetApiState.match(action)) settle('drop');
    else if (staysUnknown(action)) settle('fail');
    else if (matchFulfilled(action)) {
      // Signing in after somebody has signed out here ended that session on the server as well.
      if (last === null && action.payload) forgetOwedSignOut();
      if (action.payload) rememberCohort(action.payload.id);
      if (last && last.id !== action.payload?.id) endSession(store.dispatch, action.payload);
      else settle('repeat');
    }
    return result;
  };
};
