import { PENDING_SIGN_OUT_KEY } from '@dps/contract';

/** Key of the user of the browser's session, for all tabs. */
const USER_KEY = 'dps.sessionUser';
const SIGNED_OUT = 'none';

/** Records the user who has signed in in this browser; null after a sign-out. The other tabs receive a change. */
export function recordSessionUser(userId: number | null): void {
  try {
    localStorage.setItem(USER_KEY, userId === null ? SIGNED_OUT : String(userId));
  } catch {
    // Without storage, other tabs notice the change when they are shown, and the server refuses their calls.
  }
}

/** Whether the last session of this browser has ended by a sign-out. */
export function hasSignedOut(): boolean {
  try {
    return localStorage.getItem(USER_KEY) === SIGNED_OUT;
  } catch {
    return false;
  }
}

/** Calls `listener` when another tab has changed the session, and when a hidden page is shown again. */
export function onSessionChange(listener: () => void): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === USER_KEY) listener();
  });
  // Browsers suspend hidden pages, and keep the pages of their history.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) listener();
  });
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

/** Precedes the id of the user. Earlier shells store another text, without a user. */
const PREFIX = 'user-';

/** Records that the sign-out of a user has not reached the server, whose session would be open again after a reload. */
export function recordPendingSignOut(userId: number | undefined): void {
  try {
    localStorage.setItem(PENDING_SIGN_OUT_KEY, `${PREFIX}${userId ?? ''}`);
  } catch {
    // Without storage, the session ends when it expires.
  }
}

/** Returns the pending sign-out, with its user if that is known; null without one. */
export function pendingSignOut(): { userId: number | undefined } | null {
  try {
    const text = localStorage.getItem(PENDING_SIGN_OUT_KEY);
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
    localStorage.removeItem(PENDING_SIGN_OUT_KEY);
  } catch {
    // Without storage, there is no record.
  }
}
