import { useEffect, useSyncExternalStore } from 'react';
import type { JobView } from '@dps/contract';
import { useJobDraft } from '@dps/contract/client';
import { userSignal } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { failureToast, isQueued, logFailure } from '../failures.ts';
import { progressDrafts as drafts } from './progress-drafts.ts';

/** The place of a progress control. In a list a failure shows no toast, but the value can be sent again. */
export type ProgressPlace = 'list' | 'dialog';

/** Changes the progress of a job, with an optimistic update. An unsent value is sent when the control unmounts. */
export function useProgress(job: Pick<JobView, 'id' | 'title' | 'progress'>, place: ProgressPlace) {
  const { id, title } = job;
  const [setProgress] = jobsApi.setProgress.useMutation();
  const jobDraft = useJobDraft(id);
  const unsaved = useSyncExternalStore(drafts.subscribe, () => drafts.unsaved(id));
  useEffect(() => () => drafts.send(id), [id]);

  const write = async (progress: number) => {
    const user = userSignal();
    const { error } = await setProgress({ id, progress, title });
    if (user.aborted) return;
    // Only the last of several values shows a toast.
    const superseded = drafts.has(id);
    if (isQueued(error)) {
      if (!superseded) toast(texts.toasts.queued);
    } else if (error && (place === 'list' || superseded)) {
      logFailure('job-progress.write', error);
      if (!superseded) drafts.setUnsaved(id, progress);
    } else if (error) toast(failureToast(error, texts.toasts.progressFailed));
    else if (!superseded) toast(texts.toasts.progress(progress));
  };
  const show = (value: number) =>
    drafts.set(job, value, {
      show: (progress) => jobDraft.show({ progress }),
      withdraw: jobDraft.withdraw,
      send: write,
    });

  return {
    /** The last value of a list if the server did not save it. */
    unsaved,
    /** Shows a value that may still change. */
    show,
    /** Shows a value, and sends it after a pause without changes. */
    sendLater: (value: number) => {
      show(value);
      drafts.sendLater(id);
    },
    /** Shows a value and sends it now. */
    send: (value: number) => {
      show(value);
      drafts.send(id);
    },
  };
}
