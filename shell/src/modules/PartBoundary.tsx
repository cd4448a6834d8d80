import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Shown in place of what failed. */
  fallback: ReactNode;
  /** Answers whether something else is tried, under another key. */
  onError: (error: unknown) => boolean;
}

interface State {
  failed: boolean;
  /** Nothing else is tried. */
  isGivenUp: boolean;
}

/** Keeps a failure of what is inside from everything around it. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false, isGivenUp: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    // The fallback is not for a moment: people would hear of it, and what it does when it goes belongs to who leaves it.
    if (!this.props.onError(error)) this.setState({ isGivenUp: true });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.state.isGivenUp ? this.props.fallback : null;
  }
}
