import { coreApi } from '@dps/shared-contracts/client';
import type { ShellDispatch } from '../store.ts';
import { requestCurrentUser, storeCurrentUser } from './current-user.ts';
import { hasPendingSignOut } from './pending-sign-out.ts';

/** Requests the current user and, for the side panel, the user's jobs, while the code of the first page loads. */
export async function prefetchSession(dispatch: ShellDispatch): Promise<void> {
  if (hasPendingSignOut()) return;
  // Components that mount after a failed request would repeat it. They do not read a stored value again.
  storeCurrentUser(dispatch, null);
  const { data: user } = await dispatch(requestCurrentUser());
  if (!user) return;
  const { id, role } = user;
  await dispatch(coreApi.endpoints.coreMyJobs.initiate({ id, role }, { subscribe: false }));
}
