import { PENDING_SIGN_OUT_KEY as KEY } from '@dps/contract';

/** Records that a sign-out has not reached the server, whose session would be open again after a reload. */
export function recordPendingSignOut(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Without storage, the session ends when it expires.
  }
}

export function hasPendingSignOut(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Deletes the record: the sign-out has reached the server, or a new session has ended the old one. */
export function clearPendingSignOut(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage, there is no record.
  }
}
