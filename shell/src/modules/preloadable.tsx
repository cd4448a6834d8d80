import {
  use,
  type ComponentType,
  type FunctionComponent,
  type FulfilledReactPromise,
  type PendingReactPromise,
  type RejectedReactPromise,
} from 'react';
import { STORE_PACKAGE } from '@dps/contract';
import { failStart } from './start-failure.ts';

/**
 * A promise with its status in the fields that React's `use` reads, so that a settled one does not suspend. React delays
 * suspended content by 300 ms.
 */
export type Tracked<T> = PendingReactPromise<T> | FulfilledReactPromise<T> | RejectedReactPromise<T>;

export function tracked<T>(promise: Promise<T>): Tracked<T> {
  promise.then(
    (value) => void Object.assign(promise, { status: 'fulfilled', value }),
    (reason: unknown) => void Object.assign(promise, { status: 'rejected', reason }),
  );
  return Object.assign(promise, { status: 'pending' as const });
}

/** A lazy component that can load before its first render, which then does not suspend. */
interface Preloadable<Props> {
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

/** The store, which attaches itself to the session, and its provider. Without them, the start of the shell fails. */
export const storePart = preloadable(async () => {
  const loading = import('../store.tsx');
  loading.catch(failStart);
  const { shellStore, StoreProvider } = await loading;
  shellStore();
  return { default: StoreProvider };
});

/** Whether a page needs the store. The routes of earlier releases do not list their shared packages. */
export const needsStore = (route: { shared?: readonly string[] } | undefined): boolean =>
  route?.shared?.includes(STORE_PACKAGE) ?? true;
