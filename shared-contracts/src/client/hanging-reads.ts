/** The attempts of reads without a response. */
const pending = new Set<AbortController>();

/** Aborts every read without a response, and sends it again. Returns whether there was one. */
export function retryReads(): boolean {
  const attempts = [...pending];
  for (const attempt of attempts) attempt.abort();
  return attempts.length > 0;
}

/**
 * Makes a read. `retryReads` aborts the attempt and starts the next one, and the caller waits for the last one. The store sends
 * no second request for a pending read, so a retry starts here.
 *
 * @param signal aborts the read itself
 * @param make makes one attempt, and resolves also after an abort
 */
export async function repeatable<Result>(
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const attempt = new AbortController();
    pending.add(attempt);
    const result = await make(AbortSignal.any([signal, attempt.signal]));
    pending.delete(attempt);
    if (signal.aborted || !attempt.signal.aborted) return result;
  }
}
