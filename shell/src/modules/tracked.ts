import type { FulfilledReactPromise, PendingReactPromise, RejectedReactPromise } from 'react';

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
