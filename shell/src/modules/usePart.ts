import { useState } from 'react';
import type { CrashedPart } from '@dps/shared-contracts';
import { telemetry } from '../telemetry/active-telemetry.ts';
import { thrownFacts } from '../telemetry/thrown.ts';
import { moduleLoader } from './active-loader.ts';
import type { Loaded } from './module-loader.ts';
import type { Tracked } from './tracked.ts';

/**
 * The attempts to show a part of a module.
 *
 * @param part what kind of a part it is
 * @param current the part that the loader has at the moment
 * @returns the number of the attempt, which keys what is shown; what to do when that throws; what Retry does
 */
export function usePart<Props>(part: CrashedPart, current: () => Tracked<Loaded<Props>>) {
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((n) => n + 1);
  return {
    attempt,
    onError: (error: unknown): boolean => {
      const shown = current();
      // What did not even load is no crash.
      if (shown.status !== 'fulfilled') return false;
      const { module, release } = shown.value;
      telemetry()?.crashed({ module: module.name, version: release.version, part, ...thrownFacts(error) });
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
