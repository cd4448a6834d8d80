import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isApiError } from '@dps/contract/guest';
import { baseApi } from '@dps/contract/client';
import { onConnectionChange } from '../connection/connection.ts';
import { callFailed, callSucceeded } from './call-outcome.ts';

function argumentOf(meta: object, name: 'endpointName' | 'type' | 'queryCacheKey'): string {
  const arg: unknown = Reflect.get(meta, 'arg');
  return typeof arg === 'object' && arg !== null ? String(Reflect.get(arg, name)) : '';
}

/**
 * Records the outcome of the calls of all endpoints. A write without a response may have changed data on the server, and kept
 * answers are old, so all lists and details are read again when the server responds.
 */
export const callsMiddleware: Middleware = ({ dispatch }) => {
  let isOutdated = false;
  /** Queries whose last answer was a kept one. */
  const kept = new Set<string>();
  onConnectionChange((isLost) => {
    if (isLost || !isOutdated) return;
    isOutdated = false;
    dispatch(baseApi.util.invalidateTags(['Job', 'AvailableJobs', 'FlightRecord']));
  });
  return (next) => (action) => {
    const result = next(action);
    if (isRejectedWithValue(action) && isApiError(action.payload)) {
      if (action.payload.status === 0 && argumentOf(action.meta, 'type') === 'mutation') isOutdated = true;
      callFailed(argumentOf(action.meta, 'endpointName'), action.payload);
    } else if (isFulfilled(action)) {
      const isKept = Reflect.get(action.meta, 'baseQueryMeta') === true;
      const query = argumentOf(action.meta, 'queryCacheKey');
      // While the server is reachable, a kept answer is read again once: its call may be blocked.
      isOutdated ||= isKept && !kept.has(query);
      if (isKept) kept.add(query);
      else kept.delete(query);
      void callSucceeded(isKept).then((isLost) => {
        isOutdated ||= isLost;
      });
    }
    return result;
  };
};
