import { isUnauthenticated, reportFailure, send, sessionCalls } from '@dps/contract/guest';
import { callFailed } from './call-outcome.ts';
import { clearPendingSignOut, hasPendingSignOut, recordPendingSignOut } from './pending-sign-out.ts';
import { shellSession } from './shell-session.ts';

/** Timeout of the request, in ms. The user waits for it. */
const TIMEOUT_MS = 3_000;

/**
 * Ends the session on the server. If the request fails, or the user leaves the page before its response, the next page
 * load repeats it.
 */
export async function signOutOnServer(): Promise<void> {
  // Stored before the request: a page that unloads cannot store anything.
  recordPendingSignOut();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const answer = await send(sessionCalls.coreLogout(), timeout.signal);
  clearTimeout(timer);
  if (!('error' in answer) || isUnauthenticated(answer.error)) {
    clearPendingSignOut();
    return;
  }
  const { error } = answer;
  if (!timeout.signal.aborted) callFailed('coreLogout', error);
  reportFailure({ module: 'shell', version: __MODULE_VERSION__, operation: 'session.sign-out', error });
}

/**
 * Repeats a sign-out that has not reached the server. If the request fails again, the user counts as signed out. Without such
 * a sign-out, does nothing.
 */
export async function completePendingSignOut(): Promise<void> {
  if (!hasPendingSignOut()) return;
  await signOutOnServer();
  if (hasPendingSignOut()) shellSession().end();
}
