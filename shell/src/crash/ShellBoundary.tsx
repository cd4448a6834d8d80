import { Component, type ReactNode } from 'react';
import { telemetry } from '../telemetry/active-telemetry.ts';
import { thrownFacts } from '../telemetry/thrown.ts';
import { CrashPage } from './CrashPage.tsx';

interface State {
  /** What happened, in the words of what threw it; null while nothing has. */
  failure: string | null;
}

/** The last net: what no module's own boundary has caught shows a page of its own instead of nothing. */
export class ShellBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: String(error) };
  }

  override componentDidCatch(error: unknown): void {
    const shell = { module: 'shell', version: __MODULE_VERSION__, part: 'shell' as const };
    telemetry()?.crashed({ ...shell, ...thrownFacts(error) });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <CrashPage failure={failure} />;
  }
}
