import { Component, type ReactNode } from 'react';
import { Outlet } from '@dps/ui/router';
import { moduleOf, reportCrash } from '../telemetry/script-error.ts';

interface State {
  caught: { error: unknown } | null;
}

/**
 * Contains errors of modules whose own boundary is gone: a cleanup of an effect runs when the part and its boundary are already
 * removed. The error counts for its module, and the children are drawn again. Other errors continue to the next boundary.
 */
export class CleanupBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { caught: null };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown): void {
    const release = moduleOf(error);
    if (!release) return;
    reportCrash({ ...release, part: 'page' }, error);
    this.setState({ caught: null });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    if (!moduleOf(caught.error)) throw caught.error;
    return null;
  }
}

/** The page of the current address. A page that throws when it is left does not affect the next one. */
export function PageOutlet() {
  return (
    <CleanupBoundary>
      <Outlet />
    </CleanupBoundary>
  );
}
