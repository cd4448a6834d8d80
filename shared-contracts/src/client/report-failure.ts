import { isApiError } from './api-error.ts';

/** A background operation that failed in the browser without a message to the user. */
export interface Failure {
  /** The module and its release, or `shell`. */
  module: string;
  version: string;
  /** Name of the operation in the code, never user input: `'job-detail.read'`. */
  operation: `${string}.${string}`;
  /** The thrown value, or the error of a call. */
  error: unknown;
}

type Receiver = (failure: Failure) => void;

let receiver: Receiver | undefined;

/** Sets the receiver that sends failures to telemetry. The shell calls it once. */
export function receiveFailures(receive: Receiver): void {
  receiver = receive;
}

/** Formats a failed call as one line with the request id of the server log. Returns other errors unchanged. */
function logged(error: unknown): unknown {
  if (!isApiError(error)) return error;
  return error.requestId ? `${error.message} (request ${error.requestId})` : error.message;
}

/**
 * Reports a failure that users do not see: the browser log receives the complete error, and telemetry the operation and the
 * release. A failed call with a message to the user does not need a report: the shell reports it.
 *
 * Never throws.
 */
export function reportFailure(failure: Failure): void {
  const { module, version, operation, error } = failure;
  console.error(`${module} ${version} ${operation} failed:`, logged(error));
  try {
    receiver?.(failure);
  } catch (cause) {
    console.error('A failure could not be passed on:', cause);
  }
}
