import { Component, type ReactNode } from 'react';

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
