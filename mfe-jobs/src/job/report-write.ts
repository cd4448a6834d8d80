import { errorText, isApiError } from '@dps/shared-contracts/client';
import { toast, type Toast } from '@dps/shared-contracts/ui/toast';
import { texts } from '../texts.ts';

/** What to say of a write that failed: that the job had moved on, else the server's words, else `fallback`. */
export function failureText(error: unknown, fallback: string): string {
  // The server asks for a reload; here the job is read again by itself.
  if (isApiError(error) && error.code === 'status_conflict') return texts.job.changedElsewhere;
  return errorText(error, fallback);
}

/** Runs a write and says how it went: `done` after success, else `failed` with what is known of the reason. */
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
