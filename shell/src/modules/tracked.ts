import type { FulfilledReactPromise, PendingReactPromise, RejectedReactPromise } from 'react';

/**
 * A promise that says where it stands, in the fields that React's `use` reads: one that is settled is read without
 * suspending. React holds back what was suspended for 300 ms, which a page that is there already need not pay.
 */
export type Tracked<T> = PendingReactPromise<T> | FulfilledReactPromise<T> | RejectedReactPromise<T>;

export function tracked<T>(promise: Promise<T>): Tracked<T> {
  promise.then(
    (value) => void Object.assign(promise, { status: 'fulfilled', value }),
    (reason: unknown) => void Object.assign(promise, { status: 'rejected', reason }),
  );
  return Object.assign(promise, { status: 'pending' as const });
}
