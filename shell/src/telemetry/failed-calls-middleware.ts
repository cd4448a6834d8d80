import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isApiError } from '@dps/shared-contracts/client';
import { reportFailureOnce } from './failure-report.ts';

/** Names of modules' endpoints include the module and its version; those of the contract do not. */
const MODULE_ENDPOINT = /^([^@]+)@([^/]+)\/(.+)$/;
/** Expected refusals: the user must sign in, or another user was faster. */
const EXPECTED: ReadonlySet<number> = new Set([401, 409]);

function callOf(endpoint: string) {
  const [, module, version, operation] = MODULE_ENDPOINT.exec(endpoint) ?? [];
  return module !== undefined && version !== undefined && operation !== undefined
    ? { module, version, operation }
    : { module: 'shell', version: __MODULE_VERSION__, operation: endpoint };
}

function endpointOf(meta: object): string {
  const arg: unknown = Reflect.get(meta, 'arg');
  return typeof arg === 'object' && arg !== null ? String(Reflect.get(arg, 'endpointName')) : '';
}

/** Reports failed calls of all endpoints, whether or not the page shows the error. */
export const failedCallsMiddleware: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isApiError(action.payload) && !EXPECTED.has(action.payload.status)) {
    reportFailureOnce({ ...callOf(endpointOf(action.meta)), error: action.payload });
  }
  return next(action);
};
