import { useCurrentUser, isApiError } from '@dps/shared-contracts/client';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';

/** The job is not to be had any more: somebody else has it, or it is gone. */
const LOST = new Set([403, 404, 409]);

/**
 * Accepts a job for the signed-in pilot. `accept` resolves with true when the job's dialog has nothing left to offer:
 * the job is theirs, or no longer available; the lists are read again in both cases.
 */
export function useAcceptJob() {
  const { id: pilotId } = useCurrentUser();
  const [send, { isLoading }] = jobsApi.accept.useMutation();
  const accept = async (id: number): Promise<boolean> => {
    try {
      await send({ id, pilotId }).unwrap();
      toast(texts.toasts.accepted);
      return true;
    } catch (error) {
      toast(texts.toasts.acceptFailed);
      return isApiError(error) && LOST.has(error.status);
    }
  };
  return { accept, accepting: isLoading };
}
