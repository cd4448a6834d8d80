const USER_END = 'dps:user-end';

/**
 * Attribute of a part that no dialog of the shell may cover, such as the confirmation of a payment at a bank. The dialog in
 * which the user signs in again waits for it.
 */
export const UNINTERRUPTED = 'data-uninterrupted';

/** Calls `listener` when the signed-in user of the page leaves or is replaced. Returns a function that ends this. */
export function onUserEnd(listener: () => void): () => void {
  globalThis.addEventListener(USER_END, listener);
  return () => globalThis.removeEventListener(USER_END, listener);
}

let current: AbortController | undefined;
onUserEnd(() => {
  current?.abort();
  current = undefined;
});

/**
 * Returns a signal that aborts when the signed-in user of the page leaves, or when another user replaces this one. Timers,
 * loops and promises that outlive a page end with it: what they send and show would be in the name of the next user. Modules
 * bundle this entry. With earlier shells, the signal never aborts.
 */
export function userSignal(): AbortSignal {
  current ??= new AbortController();
  return current.signal;
}

/** Ends the background work of the signed-in user. For the shell, before it deletes the data of the user. */
export function endUserWork(): void {
  globalThis.dispatchEvent(new Event(USER_END));
}
