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
 * Notices a session that ends elsewhere: a refused call has the current user asked for again, and when nobody is signed
 * in any more, what was read for the last user is forgotten. The guard then leads to sign in and back.
 */
export const watchSession: Middleware = ({ dispatch }) => {
  let known = false;
  return (next) => (action) => {
    const result = next(action);
    if (wasUnauthenticated(action)) dispatch(baseApi.util.invalidateTags(['CurrentUser']));
    if (matchFulfilled(action)) {
      const ended = known && action.payload === null;
      known = action.payload !== null;
      if (ended) endSession(dispatch);
    }
    return result;
  };
};
