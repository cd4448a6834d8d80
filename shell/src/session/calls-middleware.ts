import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isApiError } from '@dps/shared-contracts/guest';
import { callFailed, callSucceeded } from './call-outcome.ts';

function endpointOf(meta: object): string {
  const arg: unknown = Reflect.get(meta, 'arg');
  return typeof arg === 'object' && arg !== null ? String(Reflect.get(arg, 'endpointName')) : '';
}

/** Records the outcome of the calls of all endpoints. */
export const callsMiddleware: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isApiError(action.payload))
    callFailed(endpointOf(action.meta), action.payload);
  else if (isFulfilled(action)) callSucceeded();
  return next(action);
};
