declare global {
  var dpsPendingReads: Set<AbortController> | undefined;
}

/** The attempts without a response, of all copies of this file: modules bundle their own ones. */
const pending = (globalThis.dpsPendingReads ??= new Set());

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
 */
export async function repeatable<Answer>(
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const attempt = new AbortController();
    pending.add(attempt);
    try {
      return await make(AbortSignal.any([signal, attempt.signal]));
    } catch (error) {
      if (signal.aborted || !attempt.signal.aborted) throw error;
    } finally {
      pending.delete(attempt);
    }
  }
}
