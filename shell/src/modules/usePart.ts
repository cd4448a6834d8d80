import { useCallback, useLayoutEffect, useState } from 'react';
import type { CrashedPart } from '@dps/shared-contracts';
import { telemetry } from '../telemetry/active-telemetry.ts';
import { thrownFacts } from '../telemetry/thrown.ts';
import { moduleLoader } from './active-loader.ts';
import type { Loaded, Shown } from './module-loader.ts';
import type { Tracked } from './tracked.ts';

/**
 * The attempts to show a part of a module.
 *
 * @param part what kind of a part it is
 * @param current the part that the loader has at the moment
 * @returns the number of the attempt, which keys what is shown; `again`, one function for all renders, which starts the next one; what to do when the part
 *   throws; what Retry does
 */
export function usePart<Props>(part: CrashedPart, current: () => Tracked<Loaded<Props>>) {
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((n) => n + 1), []);
  return {
    attempt,
    again,
    onError: (error: unknown): boolean => {
      const shown = current();
      // Another place that shows the part has moved it to the next release.
      if (shown.status === 'pending') {
        again();
        return true;
      }
      // A part that did not load has not crashed.
      if (shown.status !== 'fulfilled') return false;
      const { module, release } = shown.value;
      const { version } = release;
      telemetry()?.crashed({ module: module.name, version, part, ...thrownFacts(error) });
      const isAnotherLeft = moduleLoader().discard(shown.value, error);
      if (isAnotherLeft) again();
      return isAnotherLeft;
    },
    onRetry: () => {
      moduleLoader().forgetFailures();
      again();
    },
  };
}

/**
 * Notes that the document shows a part, so that the parts of its module come from the same release.
 *
 * @param onOutdated the module runs another release since the part arrived
 */
export function useShown(loaded: Shown, onOutdated: () => void): void {
  useLayoutEffect(() => {
    const end = moduleLoader().show(loaded);
    if (!end) onOutdated();
    return end;
  }, [loaded, onOutdated]);
}
