import { reportFailure } from '@dps/shared-contracts/client';

/** What may fail here without a message: the browser's log and the team hear of it. */
type Operation = 'job-detail.read' | 'job-progress.write' | 'job-status.write';

/** Reports a failure of this module that its user is not told of. */
export function logFailure(operation: Operation, error: unknown): void {
  reportFailure({ module: __MODULE_NAME__, version: __MODULE_VERSION__, operation, error });
}
