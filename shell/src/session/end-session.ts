import type { Dispatch } from '@reduxjs/toolkit';
import type { UserView } from '@dps/shared-contracts';
import { baseApi, coreApi } from '@dps/shared-contracts/client';

/** Stores the current user without a request: components that mount later do not request the user. */
export function storeCurrentUser(dispatch: Dispatch, value: UserView | null): void {
  dispatch(coreApi.util.upsertQueryEntries([{ endpointName: 'coreCurrentUser', arg: undefined, value }]));
}

/** Forgets everything that was read for somebody; `next` is who is signed in from now on, nobody unless given. */
export function endSession(dispatch: Dispatch, next: UserView | null = null): void {
  dispatch(baseApi.util.resetApiState());
  // Known, not to be asked: the server may still hold a session whose end did not reach it.
  storeCurrentUser(dispatch, next);
}
