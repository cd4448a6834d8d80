import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { baseApi, coreApi, isApiError } from '@dps/shared-contracts/client';
import { endSession } from './end-session.ts';

const { matchFulfilled } = coreApi.endpoints.coreCurrentUser;

/** A call that was refused because the session is over; a login that is refused has another code. */
function wasUnauthenticated(action: unknown): boolean {
  return (
    isRejectedWithValue(action) && isApiError(action.payload) && action.payload.code === 'unauthenticated'
  );
}

/**
 * Notices a session that ends elsewhere: a refused call has the current user asked for again, and when that is nobody any
 * more, or somebody else, what was read for the last user is forgotten. The guard then leads to sign in and back.
 */
export const watchSession: Middleware = ({ dispatch }) => {
  let known: number | null = null;
  return (next) => (action) => {
    const result = next(action);
    if (wasUnauthenticated(action)) dispatch(baseApi.util.invalidateTags(['CurrentUser']));
    if (baseApi.util.resetApiState.match(action)) known = null;
    if (matchFulfilled(action)) {
      const user = action.payload;
      if (known !== null && known !== user?.id) endSession(dispatch, user);
      known = user?.id ?? null;
    }
    return result;
  };
};
