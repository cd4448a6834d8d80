import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { FilePurpose } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { sendPart, waitForNetwork, type UploadCalls } from '@dps/contract/upload';
import { onUserEnd } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { UploadStore, type Upload, type UploadedFile } from './upload-store.ts';

/** The uploads of this page. A deliverable shows its failure in its dialog, which is open. */
export const uploads = new UploadStore(({ purpose, file }) => {
  if (purpose === 'attachment') toast(texts.toasts.uploadFailed(file.name));
});
onUserEnd(() => uploads.clear());

/** The functions that change the uploads of the signed-in user. */
export function useUploadActions() {
  const { id: owner } = useCurrentUser();
  const [startUpload] = jobsApi.startUpload.useMutation();
  const [complete] = jobsApi.completeUpload.useMutation();
  const [cancelUpload] = jobsApi.cancelUpload.useMutation();
  return useMemo(() => {
    const callsOf = (jobId: number): UploadCalls => ({
      startUpload: (body, idempotencyKey) => startUpload({ jobId, body, idempotencyKey }).unwrap(),
      sendPart: (id, part, bytes, watch) => sendPart({ jobId, id, part }, bytes, { owner, ...watch }),
      complete: (id) => complete({ id, jobId }).unwrap(),
      wait: waitForNetwork,
    });
    return {
      start: (purpose: FilePurpose, job: Upload['job'], files: readonly File[]) =>
        uploads.add({ owner, purpose, job }, files, callsOf(job.id)),
      /** Adds uploaded files of a message, except those that this page has already. Returns the added ones. */
      restore: (job: Upload['job'], files: readonly UploadedFile[]) =>
        uploads.restore({ owner, purpose: 'message', job }, files),
      pause: (key: number) => uploads.pause(key),
      /** Continues a paused or failed upload. */
      resume: (key: number) => uploads.resume(key),
      /** Removes an upload of this page, and cancels it on the server, also the finished one of an unsent message. */
      cancel: ({ key, id, job }: Pick<Upload, 'key' | 'id' | 'job'>) => {
        uploads.remove(key);
        if (id !== null) void cancelUpload({ id, jobId: job.id });
      },
      /** Removes a finished upload of this page. */
      forget: (key: number) => uploads.remove(key),
    };
  }, [owner, startUpload, complete, cancelUpload]);
}

/** The uploads of the signed-in user for a purpose, oldest first; with `jobId` only those of that job. */
export function useUploads(purpose: FilePurpose, jobId?: number) {
  const { id: owner } = useCurrentUser();
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  return useMemo(() => {
    const isShown = (each: Upload) =>
      each.owner === owner && each.purpose === purpose && (jobId === undefined || each.job.id === jobId);
    return all.filter(isShown);
  }, [all, owner, purpose, jobId]);
}

/** The number of unfinished attachments of a job. */
export function usePendingAttachments(jobId: number): number {
  const count = useCallback(
    () =>
      uploads
        .all()
        .filter(({ purpose, job, state }) => purpose === 'attachment' && job.id === jobId && state !== 'done')
        .length,
    [jobId],
  );
  return useSyncExternalStore(uploads.subscribe, count);
}
