import { useState } from 'react';
import type { JobStatus } from '@dps/shared-contracts';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { progressDrafts } from '../progress/progress-drafts.ts';

/**
 * Moves a job to its next status, which it shows at once. Progress that is still on its way goes first: from review on
 * the server takes none. Calls are ignored while one is under way, so that nobody moves a job on twice by impatience.
 *
 * @returns `step`, which resolves with the error if the server refused it
 */
export function useStatusStep(id: number) {
  const [setStatus] = jobsApi.setStatus.useMutation();
  const [busy, setBusy] = useState(false);
  const step = async (status: JobStatus): Promise<unknown> => {
    if (busy) return undefined;
    setBusy(true);
    await progressDrafts.finish(id);
    const { error } = await setStatus({ id, status });
    setBusy(false);
    if (!error) toast(texts.toasts.status(status));
    return error;
  };
  return { step, busy };
}
