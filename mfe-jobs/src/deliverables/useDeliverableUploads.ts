import { useMemo, useSyncExternalStore } from 'react';
import { paths } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { onUserEnd } from '@dps/contract/user';
import { deliverablesApi } from './deliverables-api.ts';
import { sendPart } from './send-part.ts';
import type { UploadCalls } from './upload-file.ts';
import { UploadStore, type Upload } from './upload-store.ts';

const uploads = new UploadStore();
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

/** The uploads of the signed-in user to a job, and the functions that change them. */
export function useDeliverableUploads(jobId: number) {
  const { id: owner } = useCurrentUser();
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  const [startUpload] = deliverablesApi.startUpload.useMutation();
  const [complete] = deliverablesApi.complete.useMutation();
  const [removeDeliverable] = deliverablesApi.removeDeliverable.useMutation();
  const [findUploads] = deliverablesApi.findUploads.useMutation();
  const actions = useMemo(() => {
    const calls: UploadCalls = {
      list: () => findUploads(jobId).unwrap(),
      startUpload: (body) => startUpload({ jobId, body }).unwrap(),
      sendPart: (id, part, bytes, watch) =>
        sendPart(`${paths.deliverable(jobId, id)}/parts/${part}`, bytes, { owner, ...watch }),
      complete: (id) => complete({ id, jobId }).unwrap(),
      wait,
    };
    return {
      start: (files: readonly File[]) => uploads.add({ owner, jobId }, files, calls),
      pause: (key: number) => uploads.pause(key),
      resume: (key: number) => uploads.resume(key),
      cancel: ({ key, id }: Pick<Upload, 'key' | 'id'>) => {
        uploads.remove(key);
        if (id !== null) void removeDeliverable({ id, jobId });
      },
    };
  }, [owner, jobId, startUpload, complete, removeDeliverable, findUploads]);
  const own = useMemo(
    () => all.filter((each) => each.owner === owner && each.jobId === jobId),
    [all, owner, jobId],
  );
  return { uploads: own, ...actions };
}
