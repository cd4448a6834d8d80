import { isUnauthenticated, reportFailure, send, sessionCalls } from '@dps/contract/guest';
import { callFailed } from './call-outcome.ts';
import { clearPendingSignOut, pendingSignOut, recordPendingSignOut } from './browser-session.ts';
import { shellSession } from './shell-session.ts';

/** Timeout of the request, in ms. The user waits for it. */
const TIMEOUT_MS = 3_000;

/**
 * Ends the session of a user on the server. If the request fails, or the user leaves the page before its response, the next page
 * load repeats it. Returns false if the session is of another user, whom it does not sign out.
 */
export async function signOutOnServer(userId: number | undefined): Promise<boolean> {
  // Stored before the request: a page that unloads cannot store anything.
  recordPendingSignOut(userId);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const result = await send({ ...sessionCalls.coreLogout(), userId }, timeout.signal);
  clearTimeout(timer);
  const isOther = 'error' in result && result.error.code === 'other_user';
  if (!('error' in result) || isOther || isUnauthenticated(result.error)) {
    clearPendingSignOut();
    return !isOther;
  }
  const { error } = result;
  if (!timeout.signal.aborted) callFailed('coreLogout', error);
  reportFailure({ module: 'shell', version: __MODULE_VERSION__, operation: 'session.sign-out', error });
  return true;
}

/**
 * Repeats a sign-out that has not reached the server. If the request fails again, the user counts as signed out. Without such
 * a sign-out, does nothing.
 */
export async function completePendingSignOut(): Promise<void> {
  const pending = pendingSignOut();
  if (!pending) return;
  await signOutOnServer(pending.userId);
  if (pendingSignOut()) shellSession().end();
}
