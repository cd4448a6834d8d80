import { isApiError } from './api-error.ts';

/** Something that was set out to be done in the browser and failed, without its user having to know. */
export interface Failure {
  /** Who set out to do it: the module and its release, or `shell`. */
  module: string;
  version: string;
  /** What it was, by a name of the code and never by what somebody typed: `'job-detail.read'`. */
  operation: `${string}.${string}`;
  /** What was thrown, or what a call was answered. */
  error: unknown;
}

type Receiver = (failure: Failure) => void;

let receiver: Receiver | undefined;

/** Called once by the shell, which passes on to the team what it is told. */
export function receiveFailures(receive: Receiver): void {
  receiver = receive;
}

/** A call's failure in one line: the answer, and the id by which the server's log has it. Another error stays whole. */
function logged(error: unknown): unknown {
  if (!isApiError(error)) return error;
  return error.requestId ? `${error.message} (request ${error.requestId})` : error.message;
}

/**
 * Reports a failure that people are not shown: the browser's log has it whole, and the team hears which operation of
 * which release failed. Where the person is told of a failed call anyway, nothing need be reported: the shell sees it.
 *
 * Never throws, so that whatever failed fails no further.
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
