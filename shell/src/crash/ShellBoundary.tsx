import { Component, type ReactNode } from 'react';
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

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <CrashPage failure={failure} />;
  }
}
