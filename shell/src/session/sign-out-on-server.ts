import { coreApi, isUnauthenticated, reportFailure } from '@dps/shared-contracts/client';
import type { ShellDispatch } from '../store.ts';
import { endSession } from './end-session.ts';
import { forgetOwedSignOut, isSignOutOwed, oweSignOut } from './owed-sign-out.ts';

/** How long somebody who leaves is kept waiting for the server, in ms. */
const PATIENCE_MS = 3_000;

/** Ends the session on the server. That it cannot be told is only logged, and made up for at the next start of the page. */
export async function signOutOnServer(dispatch: ShellDispatch): Promise<void> {
  const call = dispatch(coreApi.endpoints.coreLogout.initiate());
  const timer = setTimeout(() => call.abort(), PATIENCE_MS);
  const { error } = await call;
  clearTimeout(timer);
  if (error && !isUnauthenticated(error)) {
    reportFailure({ module: 'shell', version: __MODULE_VERSION__, operation: 'session.sign-out', error });
    oweSignOut();
  } else forgetOwedSignOut();
}

/** Makes up for a sign-out of which the server was not told; until it is, nobody counts as signed in. */
export async function settleOwedSignOut(dispatch: ShellDispatch): Promise<void> {
  if (!isSignOutOwed()) return;
  await signOutOnServer(dispatch);
  if (isSignOutOwed()) endSession(dispatch);
}
