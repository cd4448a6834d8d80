import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { JobView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { jobsApi } from '../api.ts';
import { uploads, type Send } from './upload-queue.ts';

/** The functions that start, retry and remove uploads of the signed-in user. */
export function useUploadActions() {
  const { id: owner } = useCurrentUser();
  const [addAttachment] = jobsApi.addAttachment.useMutation();
  return useMemo(() => {
    const send: Send = ({ id, job }) => addAttachment({ jobId: job.id, uploadId: id });
    return {
      start: (job: Pick<JobView, 'id' | 'title'>, files: readonly File[]) =>
        uploads.add({ owner, job }, files, send),
      retry: (id: number) => uploads.retry(id, send),
      remove: (id: number) => uploads.remove(id),
    };
  }, [owner, addAttachment]);
}

/** The uploads of the signed-in user, oldest first; with `jobId` only those of that job. */
export function useUploads(jobId?: number) {
  const { id: owner } = useCurrentUser();
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  return useMemo(
    () => all.filter((each) => each.owner === owner && (jobId === undefined || each.job.id === jobId)),
    [all, owner, jobId],
  );
}

/** The number of unfinished uploads of a job. */
export function usePendingUploads(jobId: number): number {
  const count = useCallback(
    () => uploads.all().filter(({ job, state }) => job.id === jobId && state !== 'done').length,
    [jobId],
  );
  return useSyncExternalStore(uploads.subscribe, count);
}
