import { coreApi, isUnauthenticated, reportFailure } from '@dps/shared-contracts/client';
import type { ShellDispatch } from '../store.ts';
import { endSession } from './current-user.ts';
import { clearPendingSignOut, hasPendingSignOut, recordPendingSignOut } from './pending-sign-out.ts';

/** Timeout of the request, in ms. The user waits for it. */
const TIMEOUT_MS = 3_000;

/**
 * Ends the session on the server. If the request fails, or the user leaves the page before its response, the next page
 * load repeats it.
 */
export async function signOutOnServer(dispatch: ShellDispatch): Promise<void> {
  // Stored before the request: a page that unloads cannot store anything.
  recordPendingSignOut();
  const call = dispatch(coreApi.endpoints.coreLogout.initiate());
  const timer = setTimeout(() => call.abort(), TIMEOUT_MS);
  const { error } = await call;
  clearTimeout(timer);
  if (!error || isUnauthenticated(error)) clearPendingSignOut();
  else reportFailure({ module: 'shell', version: __MODULE_VERSION__, operation: 'session.sign-out', error });
}

/** Repeats a sign-out that has not reached the server. If the request fails again, the user counts as signed out. */
export async function completePendingSignOut(dispatch: ShellDispatch): Promise<void> {
  if (!hasPendingSignOut()) return;
  await signOutOnServer(dispatch);
  if (hasPendingSignOut()) endSession(dispatch);
}
