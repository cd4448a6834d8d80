import { coreApi } from '@dps/shared-contracts/client';
import type { ShellDispatch } from '../store.ts';
import { askCurrentUser } from './ask-current-user.ts';
import { storeCurrentUser } from './end-session.ts';
import { isSignOutOwed } from './owed-sign-out.ts';

/** Asks who is signed in, and for their jobs, which every one of their pages shows: while the page's code is on its way. */
export async function askAhead(dispatch: ShellDispatch): Promise<void> {
  if (isSignOutOwed()) return;
  // Components that mount after a failed request would repeat it; an entry that was filled once is not read again.
  storeCurrentUser(dispatch, null);
  const { data: user } = await dispatch(askCurrentUser());
  if (!user) return;
  const { id, role } = user;
  await dispatch(coreApi.endpoints.coreMyJobs.initiate({ id, role }, { subscribe: false }));
}
