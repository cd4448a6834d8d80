/** The keys of form drafts in `localStorage` start with this text, then the user id and the name of the form. */
export const DRAFT_PREFIX = 'draft:';

/** Deletes the form drafts of all users in this browser, for the sign-out. Never throws. */
export function deleteAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
}
