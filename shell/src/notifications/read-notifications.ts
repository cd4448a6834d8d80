const listeners = new Set<() => void>();

const keyOf = (userId: number) => `readNotifications_${userId}`;

/** Returns the stored text: an equal text means no change. Empty without storage. */
export function storedReadIds(userId: number): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

/** Parses the ids of a stored text; none if the text is not valid. */
export function parseReadIds(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text || '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the ids of the notifications that a user has read. */
export function storeReadIds(userId: number, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(ids));
  } catch {
    // Without storage, all notifications are unread again after the next page load.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when read ids change, in this tab or another one. Returns a function that removes it. */
export function onReadIdsChange(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}
