import { useState } from 'react';
import { moduleLoader } from './active-loader.ts';
import type { Loaded } from './module-loader.ts';
import type { Tracked } from './tracked.ts';

/**
 * The attempts to show a part of a module.
 *
 * @param current the part that the loader has at the moment
 * @returns the number of the attempt, which keys what is shown; what to do when that throws; what Retry does
 */
export function usePart<Props>(current: () => Tracked<Loaded<Props>>) {
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((n) => n + 1);
  return {
    attempt,
    onError: () => {
      const part = current();
      if (part.status === 'fulfilled' && moduleLoader().discard(part.value)) again();
    },
    onRetry: () => {
      moduleLoader().forgetFailures();
      again();
    },
  };
}
