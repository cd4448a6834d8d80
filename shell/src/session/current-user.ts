import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { UserView } from '@dps/contract';
import { baseApi, coreApi } from '@dps/contract/client';
import { endUserWork } from '@dps/contract/user';

type ApiDispatch = ThunkDispatch<
  { [baseApi.reducerPath]: ReturnType<typeof baseApi.reducer> },
  unknown,
  UnknownAction
>;

/** Requests the current user, whatever the store holds. The caller dispatches the result. */
export function requestCurrentUser() {
  return coreApi.endpoints.coreCurrentUser.initiate(undefined, { forceRefetch: true, subscribe: false });
}

/** Stores the current user without a request: components that mount later do not request the user. */
export function storeCurrentUser(dispatch: ApiDispatch, value: UserView | null): void {
  dispatch(coreApi.util.upsertQueryEntries([{ endpointName: 'coreCurrentUser', arg: undefined, value }]));
  // Without a subscription, the store would delete an invalidated user instead of requesting the user again.
  void dispatch(coreApi.endpoints.coreCurrentUser.initiate());
}

/**
 * Ends the background work of the last user, and deletes all data that the store has read for this user.
 *
 * @param next the new current user; null without one
 */
export function endSession(dispatch: ApiDispatch, next: UserView | null = null): void {
  endUserWork();
  dispatch(baseApi.util.resetApiState());
  // Stored, not requested: the server may still have a session whose sign-out did not reach it.
  storeCurrentUser(dispatch, next);
}
