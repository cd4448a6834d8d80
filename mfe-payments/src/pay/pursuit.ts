import type { Ending, OpenVerdict, Verdict } from './verdict.ts';

/** Pauses between two questions, in milliseconds: gentle, and about two and a half minutes in all. */
export const ASK_AGAIN_AFTER_MS = [2, 3, 5, 8, 13, 21, 30, 30, 30].map((seconds) => seconds * 1000);

/** What is known while a payment is pursued. */
export interface Step extends OpenVerdict {
  /** Whether the server will be asked again by itself. */
  asking: boolean;
}

interface Means {
  /** Asks the server what became of the payment. Never rejects. */
  ask: () => Promise<Verdict>;
  /** Waits so many milliseconds, or less where it is worth asking earlier. */
  wait: (ms: number) => Promise<void>;
  tell: (step: Step) => void;
}

const isOpen = (verdict: Verdict): verdict is OpenVerdict =>
  verdict.news === 'processing' || verdict.news === 'unreachable';

/**
 * Asks what became of a payment until the server knows. Answers how it ended; null when it was asked often enough: the
 * provider's webhook will then bring the news to the server, and the person may ask again.
 */
export async function pursue({ ask, wait, tell }: Means): Promise<Ending | null> {
  for (const pause of [...ASK_AGAIN_AFTER_MS, null]) {
    const verdict = await ask();
    if (!isOpen(verdict)) return verdict;
    tell({ news: verdict.news, asking: pause !== null });
    if (pause !== null) await wait(pause);
  }
  return null;
}
