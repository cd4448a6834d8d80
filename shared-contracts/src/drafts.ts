/** The keys of form drafts in `localStorage` start with this text, then the user id and the name of the form. */
export const DRAFT_PREFIX = 'draft:';

/** Deletes the form drafts of a user in this browser, for the sign-out. Never throws. */
export function deleteDrafts(owner: number): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${DRAFT_PREFIX}${owner}:`)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
}
