import {
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import {
  baseApi,
  coreApi,
  isUnauthenticated,
  pauseUntilReauthenticated,
  setPageUser,
  type ReauthOutcome,
} from '@dps/contract/client';
import { endSession, requestCurrentUser, storeCurrentUser } from './current-user.ts';
import { frameTexts } from '../texts/frame.ts';
import { clearPendingSignOut } from './browser-session.ts';
import { requiredSignIn } from './required-sign-in.ts';
import { setCohortCookies, shellSession, type ShellSession } from './shell-session.ts';

interface State {
  [baseApi.reducerPath]: ReturnType<typeof baseApi.reducer>;
}
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

const { matchFulfilled, matchRejected, select } = coreApi.endpoints.coreCurrentUser;

/** Whether the request for the current user has failed for another reason than a missing session. */
const hasFailed = (action: unknown): boolean =>
  matchRejected(action) && isRejectedWithValue(action) && !isUnauthenticated(action.payload);

/** Connects the store to the session of the page. */
function attachTo(session: ShellSession, dispatch: Dispatch): void {
  session.attach({
    setUser: (user) => storeCurrentUser(dispatch, user),
    endSession: () => endSession(dispatch),
    requestUser: () => void dispatch(requestCurrentUser()),
    // Without its code, the page shows the user without a message.
    notifyUserChange: (name) =>
      void import('@dps/ui/toast').then(
        ({ toast }) => toast(frameTexts.account.changed(name)),
        () => undefined,
      ),
    openSession: async (user) => {
      await dispatch(coreApi.util.upsertQueryData('coreCurrentUser', undefined, user));
    },
    prefetchJobs: ({ id, role }) =>
      dispatch(coreApi.endpoints.coreMyJobs.initiate({ id, role }, { subscribe: false })),
  });
}

/**
 * Detects a session that has ended elsewhere, or is of another user. A refused call is paused and the current user is requested again. Without a
 * session, the store keeps the user and the error, and the page requires the user to sign in again. If the same user is
 * signed in, the paused calls are repeated. If another user is signed in, the data of the last user is deleted. A call that
 * requires another sign-in waits for the dialog alone.
 *
 * Changes of the store's current user update the session of the page.
 */
export const sessionMiddleware: Middleware<object, State, Dispatch> = (store) => {
  const session = shellSession();
  attachTo(session, store.dispatch);
  const selectEntry = select();
  const entry = () => selectEntry(store.getState());
  const user = () => entry().data;
  let queue: ((outcome: ReauthOutcome) => void)[] = [];
  const settle = (outcome: ReauthOutcome) => {
    const settled = queue;
    queue = [];
    for (const resolve of settled) resolve(outcome);
  };
  pauseUntilReauthenticated((refusal) => {
    if (!user()) return Promise.resolve('fail');
    if (refusal.code === 'reauthentication_required') return requiredSignIn.wait();
    void store.dispatch(requestCurrentUser());
    return new Promise((resolve) => queue.push(resolve));
  });
  return (next) => (action) => {
    const last = matchFulfilled(action) ? user() : undefined;
    const before = entry();
    const result = next(action);
    const after = entry();
    if (after !== before) setPageUser(after.data?.id);
    if (after !== before && !after.isUninitialized) session.update(after);
    if (baseApi.util.resetApiState.match(action)) {
      settle('drop');
      requiredSignIn.settle('drop');
    } else if (hasFailed(action)) settle('fail');
    else if (matchFulfilled(action)) {
      // On the server, a sign-in also ends the session whose sign-out is pending.
      if (last === null && action.payload) clearPendingSignOut();
      if (action.payload) setCohortCookies(action.payload);
      if (last && last.id !== action.payload?.id) endSession(store.dispatch, action.payload);
      else settle('repeat');
    }
    return result;
  };
};
