import { use, type ComponentType, type FunctionComponent } from 'react';
import { tracked, type Tracked } from './tracked.ts';

/** A lazy component that can load before its first render, which then does not suspend. */
export interface Preloadable<Props> {
  /** Resolves when the component has loaded. */
  preload: () => PromiseLike<unknown>;
  Component: FunctionComponent<Props>;
}

/** Creates a preloadable component from its import: `preloadable(() => import('./Frame.tsx'))`. */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> {
  let part: Tracked<{ default: ComponentType<Props> }> | undefined;
  const current = () => (part ??= tracked(load()));
  return {
    preload: current,
    Component: (props) => {
      const { default: Part } = use(current());
      return <Part {...props} />;
    },
  };
}
