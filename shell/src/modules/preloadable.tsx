import { use, type ComponentType, type FunctionComponent } from 'react';
import { tracked, type Tracked } from './tracked.ts';

/** A lazy part of the shell that can be fetched before it is shown, and then is shown without suspending. */
export interface Preloadable<Props> {
  /** Resolves when the part is there. */
  preload: () => PromiseLike<unknown>;
  Component: FunctionComponent<Props>;
}

/** Makes a lazy part of the shell from its import: `preloadable(() => import('./Frame.tsx'))`. */
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
