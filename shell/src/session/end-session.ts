import type { Dispatch } from '@reduxjs/toolkit';
import { baseApi, coreApi } from '@dps/shared-contracts/client';

/** Forgets everything that was read for somebody, and that anybody is signed in. */
export function endSession(dispatch: Dispatch): void {
  dispatch(baseApi.util.resetApiState());
  // Known, not to be asked: the server may still hold a session whose end did not reach it.
  dispatch(
    coreApi.util.upsertQueryEntries([{ endpointName: 'coreCurrentUser', arg: undefined, value: null }]),
  );
}
