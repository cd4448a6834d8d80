/** Key of the user of the browser's session, for all tabs. */
const KEY = 'dps.sessionUser';
const SIGNED_OUT = 'none';

/** Records the user who has signed in in this browser; null after a sign-out. The other tabs receive a change. */
export function recordSessionUser(userId: number | null): void {
  try {
    localStorage.setItem(KEY, userId === null ? SIGNED_OUT : String(userId));
  } catch {
    // Without storage, other tabs notice the change when they are shown, and the server refuses their calls.
  }
}

/** Whether the last session of this browser has ended by a sign-out. */
export function hasSignedOut(): boolean {
  try {
    return localStorage.getItem(KEY) === SIGNED_OUT;
  } catch {
    return false;
  }
}

/** Calls `listener` when another tab has changed the session, and when a hidden page is shown again. */
export function onSessionChange(listener: () => void): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener();
  });
  // Browsers suspend hidden pages, and keep the pages of their history.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) listener();
  });
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}
