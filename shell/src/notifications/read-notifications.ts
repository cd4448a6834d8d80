const listeners = new Set<() => void>();

const keyOf = (userId: number) => `readNotifications_${userId}`;

/** What is stored, as text: the same text means that nothing has changed. Empty where storage is not to be had. */
export function storedReadIds(userId: number): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

/** The ids in a stored text; none in one that was tampered with. */
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
    // Without storage everything is unread again after the next load, which is no reason to fail now.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when read ids change, in this tab or another one; returns how to stop. */
export function onReadIdsChange(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}
