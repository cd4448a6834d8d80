import type { ApiError } from '@dps/contract/guest';
import { checkConnection, setConnectionLost } from '../connection/connection.ts';
import { reportFailureOnce } from '../telemetry/failure-report.ts';

/** Names of modules' endpoints include the module and its version; those of the contract do not. */
const MODULE_ENDPOINT = /^([^@]+)@([^/]+)\/(.+)$/;
/** Expected outcomes: the call waits on the device, the user must sign in, or another user was faster. */
const EXPECTED: ReadonlySet<number> = new Set([202, 401, 409]);

function callOf(endpoint: string) {
  const [, module, version, operation] = MODULE_ENDPOINT.exec(endpoint) ?? [];
  return module !== undefined && version !== undefined && operation !== undefined
    ? { module, version, operation }
    : { module: 'shell', version: __MODULE_VERSION__, operation: endpoint };
}

/**
 * Reports a failed call, whether or not the page shows the error, and detects an unreachable server.
 *
 * @param endpoint name of the call's endpoint: `coreLogin`, `jobs@1.0.0/available`
 */
export function callFailed(endpoint: string, error: ApiError): void {
  if (error.status === 0) void checkConnection();
  if (!EXPECTED.has(error.status) && error.code !== 'reauthentication_required')
    reportFailureOnce({ ...callOf(endpoint), error });
}

/**
 * Records that the server has responded. If the service worker has, in its place, checks the server.
 *
 * @returns whether the server is unreachable
 */
export async function callSucceeded(isKept = false): Promise<boolean> {
  if (isKept) return checkConnection();
  setConnectionLost(false);
  return false;
}
