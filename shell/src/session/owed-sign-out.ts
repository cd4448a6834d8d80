const KEY = 'dps.signOutOwed';

/** Remembers that the server was not told of a sign-out: its session would be open again after a reload. */
export function oweSignOut(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Without storage the session ends by itself.
  }
}

export function isSignOutOwed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The server knows, or a new session has ended the old one. */
export function forgetOwedSignOut(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered either.
  }
}
