import type { FinalOutcome, OpenOutcome, PaymentOutcome } from './payment-outcome.ts';

/** Delays between two checks, in milliseconds; about two and a half minutes in total. */
export const POLL_DELAYS_MS = [2, 3, 5, 8, 13, 21, 30, 30, 30].map((seconds) => seconds * 1000);

/** The result of a check after which the payment is still open. */
export interface OpenCheck extends OpenOutcome {
  /** Whether another check follows automatically. */
  polling: boolean;
}

interface PollOptions {
  /** Requests the outcome from the server. Never rejects. */
  check: () => Promise<PaymentOutcome>;
  /** Waits that many milliseconds, or less if an earlier check can succeed. */
  wait: (ms: number) => Promise<void>;
  onOpen: (check: OpenCheck) => void;
  /** Ends the polling. */
  signal: AbortSignal;
}

const isOpen = (outcome: PaymentOutcome): outcome is OpenOutcome =>
  outcome.status === 'processing' || outcome.status === 'unreachable';

/**
 * Polls the server until the outcome of a payment is final, and returns it. Returns null after the last delay: the
 * provider's webhook then settles the payment, and the user can check again. Returns null if the signal aborts, too.
 */
export async function pollPayment({
  check,
  wait,
  onOpen,
  signal,
}: PollOptions): Promise<FinalOutcome | null> {
  for (const delay of [...POLL_DELAYS_MS, null]) {
    if (signal.aborted) return null;
    const outcome = await check();
    if (signal.aborted) return null;
    if (!isOpen(outcome)) return outcome;
    onOpen({ status: outcome.status, polling: delay !== null });
    if (delay !== null) await wait(delay);
  }
  return null;
}

/** A delay that ends early when the network is back, or when `interrupt` is called. */
export interface InterruptibleDelay {
  wait: (ms: number) => Promise<void>;
  interrupt: () => void;
}

export function createDelay(): InterruptibleDelay {
  let end = () => {};
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end(), ms);
        end = () => {
          clearTimeout(timer);
          window.removeEventListener('online', end);
          resolve();
        };
        window.addEventListener('online', end);
      }),
    interrupt: () => end(),
  };
}
