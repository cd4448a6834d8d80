import { errorText } from '@dps/shared-contracts/client';
import { toast, type Toast } from '@dps/shared-contracts/ui/toast';

/** Runs a write and says how it went: `done` after success, else `failed` with the server's own words where it has any. */
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
    toast({ ...failed, description: errorText(error, failed.description) });
    return false;
  }
}
