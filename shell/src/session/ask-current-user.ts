import { coreApi } from '@dps/shared-contracts/client';

/** Asks the server who is signed in, whatever was known before. To be dispatched. */
export function askCurrentUser() {
  return coreApi.endpoints.coreCurrentUser.initiate(undefined, { forceRefetch: true, subscribe: false });
}
