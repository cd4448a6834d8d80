import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Shown in place of what failed. */
  fallback: ReactNode;
  onError: (error: unknown) => void;
}

/** Keeps a failure of what is inside from everything around it. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
