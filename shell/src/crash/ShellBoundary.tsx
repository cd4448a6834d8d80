import { Component, type ReactNode } from 'react';
import { reportCrash } from '../telemetry/script-error.ts';
import { CrashPage } from './CrashPage.tsx';

interface State {
  /** The error as text; null without one. */
  failure: string | null;
}

/** The last error boundary: shows the crash page for an error that no boundary of a module has caught. */
export class ShellBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: String(error) };
  }

  override componentDidCatch(error: unknown): void {
    const shell = { module: 'shell', version: __MODULE_VERSION__, part: 'shell' as const };
    reportCrash(shell, error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <CrashPage failure={failure} />;
  }
}
