import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { paths, type FilePurpose, type JobView } from '@dps/contract';
import { useCurrentUser, toApiError } from '@dps/contract/client';
import { onUserEnd } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import type { UploadCalls } from './upload-file.ts';
import { UploadStore, type Upload } from './upload-store.ts';

const errorOf = ({ status, statusText, responseText }: XMLHttpRequest) =>
  toApiError({ status, statusText, headers: new Headers() }, responseText);

/**
 * Sends a part of a file as bytes. API calls of the shell send JSON only.
 *
 * @param owner the user whose page sends the part; the server refuses the session of another user
 * @param onProgress receives the number of sent bytes
 * @throws ApiError with status 0 without a response, and the reason of the signal on abort
 */
function sendPart(
  url: string,
  part: Blob,
  { owner, signal, onProgress }: { owner: number; signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else reject(errorOf(request));
    });
    request.addEventListener('error', () => reject({ status: 0, message: '0: no response' }));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader(paths.PAGE_USER_HEADER, String(owner));
    request.send(part);
  });
}

/** The uploads of this page. A deliverable shows its failure in its dialog, which is open. */
export const uploads = new UploadStore(({ purpose, file }) => {
  if (purpose === 'attachment') toast(texts.toasts.uploadFailed(file.name));
});
onUserEnd(() => uploads.clear());

const LONGEST_WAIT_MS = 30_000;

/** Waits 1, 2, 4 … at most 30 seconds, or until the browser is online again. */
function wait(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (attempt - 1)));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** The functions that change the uploads of the signed-in user. */
export function useUploadActions() {
  const { id: owner } = useCurrentUser();
  const [startUpload] = jobsApi.startUpload.useMutation();
  const [complete] = jobsApi.completeUpload.useMutation();
  const [cancelUpload] = jobsApi.cancelUpload.useMutation();
  return useMemo(() => {
    const callsOf = (jobId: number): UploadCalls => ({
      startUpload: (body, idempotencyKey) => startUpload({ jobId, body, idempotencyKey }).unwrap(),
      sendPart: (id, part, bytes, watch) =>
        sendPart(`${paths.upload(jobId, id)}/parts/${part}`, bytes, { owner, ...watch }),
      complete: (id) => complete({ id, jobId }).unwrap(),
      wait,
    });
    return {
      start: (purpose: FilePurpose, job: Pick<JobView, 'id' | 'title'>, files: readonly File[]) =>
        uploads.add({ owner, purpose, job }, files, callsOf(job.id)),
      pause: (key: number) => uploads.pause(key),
      /** Continues a paused or failed upload. */
      resume: (key: number) => uploads.resume(key),
      /** Removes an upload of this page, and cancels it on the server. */
      cancel: ({ key, id, job }: Pick<Upload, 'key' | 'id' | 'job'>) => {
        uploads.remove(key);
        if (id !== null) void cancelUpload({ id, jobId: job.id });
      },
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
