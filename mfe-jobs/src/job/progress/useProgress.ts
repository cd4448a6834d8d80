import { useEffect } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useJobDraft } from '@dps/shared-contracts/client';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { logFailure } from '../failures.ts';
import { progressDrafts as drafts } from './progress-drafts.ts';

/** Where a pilot reports progress. In a list a failure shows nothing but the value that the job then has. */
export type ProgressPlace = 'list' | 'dialog';

/**
 * How the progress of a job is changed; the job shows it at once, everywhere. What was not sent yet is sent when the
 * control goes away.
 */
export function useProgress(job: Pick<JobView, 'id' | 'progress'>, place: ProgressPlace) {
  const { id } = job;
  const [setProgress] = jobsApi.setProgress.useMutation();
  const { show, withdraw } = useJobDraft(id);
  useEffect(() => () => drafts.send(id), [id]);

  const send = async (progress: number) => {
    const { error } = await setProgress({ id, progress });
    // Of a value that another one follows nothing is said: the last one counts.
    const followed = drafts.has(id);
    if (error && (place === 'list' || followed)) logFailure('job-progress.write', error);
    else if (error) toast(texts.toasts.progressFailed);
    else if (!followed) toast(texts.toasts.progress(progress));
  };
  const move = (value: number) =>
    drafts.move(job, value, { show: (progress) => show({ progress }), withdraw, send });

  return {
    /** Shows a value that may still change. */
    move,
    /** Shows a value and sends it when no other one follows within a moment. */
    settle: (value: number) => {
      move(value);
      drafts.rest(id);
    },
    /** The value is settled: sends it now. */
    release: (value: number) => {
      move(value);
      drafts.send(id);
    },
  };
}
