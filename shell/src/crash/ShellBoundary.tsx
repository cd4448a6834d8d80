import { Component, type ReactNode } from 'react';
import { CrashPage } from './CrashPage.tsx';

/** The last net: what no module's own boundary has caught shows a page of its own instead of nothing. */
export class ShellBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <CrashPage /> : this.props.children;
  }
}
