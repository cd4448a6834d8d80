import { useMemo } from 'react';
import type { FilePurpose } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { sendPart, uploadFile, waitForNetwork, type UploadCalls } from '@dps/contract/upload';
import { jobsApi } from '../api.ts';
import type { Upload, UploadedFile } from './upload-store.ts';
import { uploads } from './useUploads.ts';

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
      start: (purpose: FilePurpose, job: Upload['job'], files: readonly File[]) => {
        const calls = callsOf(job.id);
        uploads.add({ owner, purpose, job }, files, (sent, watch) => uploadFile(sent, calls, watch));
      },
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
