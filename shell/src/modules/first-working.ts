/** How long a candidate may stay silent before the next one starts as well, in milliseconds. */
export const HEDGE_MS = 1_500;

/**
 * Tries candidates in order until one works. The next one starts when one fails, and also when one stays silent, so
 * that a slow candidate costs no more than the hedge; whichever answers first wins.
 *
 * @param candidates what to try, best first
 * @param attempt resolves when the candidate works
 * @returns what the winner resolved with; rejects with the last failure once all have failed
 */
export function firstWorking<C, R>(
  candidates: readonly C[],
  attempt: (candidate: C) => Promise<R>,
): Promise<R> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let pending = 0;
    let failure: unknown = new Error('There is no candidate left');

    const start = () => {
      const index = next;
      const candidate = candidates[index];
      if (candidate === undefined) {
        if (pending === 0) reject(failure);
        return;
      }
      next += 1;
      pending += 1;
      const proceed = () => {
        // Whichever of silence and failure comes first moves on from this candidate, and only once.
        if (next === index + 1) start();
        else if (pending === 0) reject(failure);
      };
      const hedge = setTimeout(proceed, HEDGE_MS);
      attempt(candidate).then(
        (result) => {
          clearTimeout(hedge);
          next = candidates.length;
          resolve(result);
        },
        (error: unknown) => {
          clearTimeout(hedge);
          pending -= 1;
          failure = error;
          proceed();
        },
      );
    };
    start();
  });
}
