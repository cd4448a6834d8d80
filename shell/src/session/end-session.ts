import type { Dispatch } from '@reduxjs/toolkit';
import type { UserView } from '@dps/shared-contracts';
import { baseApi, coreApi } from '@dps/shared-contracts/client';

/** Forgets everything that was read for somebody; `next` is who is signed in from now on, nobody unless given. */
export function endSession(dispatch: Dispatch, next: UserView | null = null): void {
  dispatch(baseApi.util.resetApiState());
  // Known, not to be asked: the server may still hold a session whose end did not reach it.
  dispatch(
    coreApi.util.upsertQueryEntries([{ endpointName: 'coreCurrentUser', arg: undefined, value: next }]),
  );
}
