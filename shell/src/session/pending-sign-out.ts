import { PENDING_SIGN_OUT_KEY as KEY } from '@dps/contract';

/** Precedes the id of the user. Earlier shells store another text, without a user. */
const PREFIX = 'user-';

/** Records that the sign-out of a user has not reached the server, whose session would be open again after a reload. */
export function recordPendingSignOut(userId: number | undefined): void {
  try {
    localStorage.setItem(KEY, `${PREFIX}${userId ?? ''}`);
  } catch {
    // Without storage, the session ends when it expires.
  }
}

/** Returns the pending sign-out, with its user if that is known; null without one. */
export function pendingSignOut(): { userId: number | undefined } | null {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return null;
    const id = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
    return { userId: /^\d+$/.test(id) ? Number(id) : undefined };
  } catch {
    return null;
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
