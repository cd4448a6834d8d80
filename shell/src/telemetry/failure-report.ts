import { OPERATION_NAME, REQUEST_ID } from '@dps/contract';
import { isApiError } from '@dps/contract/guest';
import { telemetry, type FailureFacts } from './telemetry.ts';

interface Attempt {
  module: string;
  version: string;
  operation: string;
  error: unknown;
}

/** Returns the reported details of a failure: for an API error, its status, code and request id. */
function failureFacts({ module, version, operation, error }: Attempt): FailureFacts {
  const name = OPERATION_NAME.test(operation) ? operation : 'unnamed';
  if (!isApiError(error)) return { module, version, operation: name };
  const { status, code, requestId } = error;
  const isId = requestId !== undefined && REQUEST_ID.test(requestId);
  return { module, version, operation: name, status, ...(code && { code }), ...(isId && { requestId }) };
}

const reported = new WeakSet();

/** Reports a failure once: a module may report the error of a call that the middleware has already reported. */
export function reportFailureOnce(attempt: Attempt): void {
  const { error } = attempt;
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  telemetry()?.failed(failureFacts(attempt));
}
