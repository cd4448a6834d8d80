import { useState } from 'react';
import type { JobStatus, JobView } from '@dps/contract';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { isQueued } from '../failures.ts';
import { progressDrafts } from '../progress/progress-drafts.ts';

/**
 * Moves a job to its next status, with an optimistic update. Pending progress is sent first, because the server rejects
 * progress from review on. Calls are ignored while one is pending.
 *
 * @returns `step`, which resolves with the error if the request failed and does not wait on the device
 */
export function useStatusStep({ id, title }: Pick<JobView, 'id' | 'title'>) {
  const [setStatus] = jobsApi.setStatus.useMutation();
  const [busy, setBusy] = useState(false);
  const step = async (status: JobStatus, progress?: 100): Promise<unknown> => {
    if (busy) return undefined;
    setBusy(true);
    await progressDrafts.finish(id);
    const { error } = await setStatus({ id, title, status, ...(progress && { progress }) });
    setBusy(false);
    if (isQueued(error)) {
      toast(texts.toasts.queued);
      return undefined;
    }
    if (!error) toast(texts.toasts.status(status));
    return error;
  };
  return { step, busy };
}
