/** How long a migration waits for a lock, in milliseconds: meanwhile everybody else waits behind it. */
export const LOCK_TIMEOUT_MS = 1000;

/** How long a statement of a migration may run, in milliseconds, while it holds its locks. */
export const STATEMENT_TIMEOUT_MS = 60_000;
