import { OPERATION_NAME, REQUEST_ID } from '@dps/shared-contracts';
import { isApiError } from '@dps/shared-contracts/client';
import { telemetry } from './active-telemetry.ts';
import type { FailureFacts } from './telemetry.ts';

interface Attempt {
  module: string;
  version: string;
  operation: string;
  error: unknown;
}

/** What the team hears of a failure: of an answer its status, code and id, of anything else that it was none. */
export function failureFacts({ module, version, operation, error }: Attempt): FailureFacts {
  const name = OPERATION_NAME.test(operation) ? operation : 'unnamed';
  if (!isApiError(error)) return { module, version, operation: name };
  const { status, code, requestId } = error;
  const isId = requestId !== undefined && REQUEST_ID.test(requestId);
  return { module, version, operation: name, status, ...(code && { code }), ...(isId && { requestId }) };
}

const told = new WeakSet();

/** Tells the team of a failure, once: a module may report the failure of a call that was seen to fail already. */
export function tellFailure(attempt: Attempt): void {
  const { error } = attempt;
  if (typeof error === 'object' && error !== null) {
    if (told.has(error)) return;
    told.add(error);
  }
  telemetry()?.failed(failureFacts(attempt));
}
