import type { ErrorCode } from '@dps/contract';
import { errorText, isApiError, reportFailure } from '@dps/contract/client';
import { toast, type Toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';

/** The message for a failed write: the notice about a concurrent change, else the server's message, else `fallback`. */
export function failureText(error: unknown, fallback: string): string {
  // The server's message suggests a reload, but this module refetches the job.
  if (isApiError(error) && error.code === 'status_conflict') return texts.job.changedElsewhere;
  return errorText(error, fallback);
}

/** The codes whose messages say what the user can do. */
const HELPFUL: ReadonlySet<unknown> = new Set<ErrorCode>([
  'too_many_accepted_jobs',
  'quota_exceeded',
  'email_unconfirmed',
]);

/** Whether the browser cannot keep a failed call on the device. The message of the error says what to do. */
const isNotKept = (error: unknown): boolean => isApiError(error) && error.isQueued === false;

/** Returns the toast for a refused request: with the message of the error if that names a remedy. */
export function failureToast(error: unknown, failed: Toast & { description: string }): Toast {
  if (!isNotKept(error) && !(isApiError(error) && HELPFUL.has(error.code))) return failed;
  return { ...failed, description: errorText(error, failed.description) };
}

/**
 * Awaits a write and shows a toast: `done` on success, `failed` with the reason otherwise.
 *
 * @returns whether the write succeeded
 */
export async function reportWrite(
  write: Promise<unknown>,
  done: Toast,
  failed: Toast & { description: string },
): Promise<boolean> {
  try {
    await write;
    toast(done);
    return true;
  } catch (error) {
    toast({ ...failed, description: failureText(error, failed.description) });
    return false;
  }
}

/** Whether a failed call waits on the device, which then shows it. */
export const isQueued = (error: unknown): boolean => isApiError(error) && error.isQueued === true;

/** An operation of this module that may fail without a toast. */
type SilentOperation = 'job-detail.read' | 'job-progress.write' | 'job-status.write';

/** Logs and reports a failure for which the screen does not show a toast, unless the browser cannot keep the call. */
export function logFailure(operation: SilentOperation, error: unknown): void {
  if (isNotKept(error)) toast(failureToast(error, texts.toasts.statusFailed));
  reportFailure({ module: __MODULE_NAME__, version: __MODULE_VERSION__, operation, error });
}
