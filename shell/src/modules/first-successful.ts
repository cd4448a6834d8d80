/** Delay after which the next candidate starts in addition to a pending one, in ms. */
export const HEDGE_MS = 1_500;

/**
 * Tries candidates in order until one succeeds. The next one starts when one fails or the hedge delay has passed, so that a
 * slow candidate costs no more than that delay. The first success wins.
 *
 * @param candidates the candidates, best first
 * @param attempt resolves if the candidate succeeds
 * @returns the result of the first success; rejects with the last failure if all fail
 */
export function firstSuccessful<C, R>(
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
        // Delay and failure both start the next candidate: only the first of them counts.
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
