import { Component, useCallback, useLayoutEffect, useState, type ReactNode } from 'react';
import type { CrashedPart } from '@dps/contract';
import { moduleOf, reportCrash } from '../telemetry/script-error.ts';
import { moduleLoader } from './module-loader.ts';
import type { Loaded, Shown } from './part-cache.ts';
import type { Tracked } from './preloadable.tsx';

interface Props {
  children: ReactNode;
  /** Replaces the failed children. */
  fallback: ReactNode;
  /** Returns whether another attempt follows, under another key. */
  onError: (error: unknown) => boolean;
}

interface State {
  failed: boolean;
  /** No other attempt follows. */
  isFinal: boolean;
}

/** An error boundary around one part of a module. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false, isFinal: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    // Show the fallback only if no attempt follows: screen readers would announce it, and its unmount has effects.
    if (!this.props.onError(error)) this.setState({ isFinal: true });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.state.isFinal ? this.props.fallback : null;
  }
}

/**
 * Manages the attempts to show a part of a module.
 *
 * @param part the kind of part
 * @param current returns the loader's current promise of the part
 * @returns the number of the attempt, which is the key of the part; `again`, a stable function that starts the next attempt;
 *   the handlers of an error and of Retry
 */
export function usePart<PartProps>(part: CrashedPart, current: () => Tracked<Loaded<PartProps>>) {
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((n) => n + 1), []);
  return {
    attempt,
    again,
    onError: (error: unknown): boolean => {
      const shown = current();
      // Another place with the same part has already started the next release.
      if (shown.status === 'pending') {
        again();
        return true;
      }
      // The part did not load, so that it cannot have thrown.
      if (shown.status !== 'fulfilled') return false;
      const { module, release } = shown.value;
      const { version } = release;
      // The part showed another module, whose cleanup threw after its own boundary was removed.
      const other = moduleOf(error);
      if (other && other.module !== module.name) {
        reportCrash({ ...other, part: 'widget' }, error);
        again();
        return true;
      }
      reportCrash({ module: module.name, version, part }, error);
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
 * Registers that the document shows a part, so that all parts of its module come from one release.
 *
 * @param onOutdated runs if the module has switched to another release since the part was loaded
 */
export function useShown(loaded: Shown, onOutdated: () => void): void {
  useLayoutEffect(() => {
    const end = moduleLoader().show(loaded);
    if (!end) onOutdated();
    return end;
  }, [loaded, onOutdated]);
}
