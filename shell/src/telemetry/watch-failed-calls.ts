import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isApiError } from '@dps/shared-contracts/client';
import { tellFailure } from './tell-failure.ts';

/** The name of a module's endpoint carries the module and its release; the contract's own carry neither. */
const MODULE_ENDPOINT = /^([^@]+)@([^/]+)\/(.+)$/;
/** Refusals that belong to the product: somebody has to sign in, or somebody else was faster. */
const ORDINARY: ReadonlySet<number> = new Set([401, 409]);

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

/** Tells the team of calls that fail, whether or not people are told as well. Modules need to do nothing for it. */
export const watchFailedCalls: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isApiError(action.payload) && !ORDINARY.has(action.payload.status)) {
    tellFailure({ ...callOf(endpointOf(action.meta)), error: action.payload });
  }
  return next(action);
};
