import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { FilePurpose } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { onUserEnd } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';
import { UploadStore, type Upload } from './upload-store.ts';

/** The uploads of this page. A deliverable shows its failure in its dialog, which is open. */
export const uploads = new UploadStore(({ purpose, file }) => {
  if (purpose === 'attachment') toast(texts.toasts.uploadFailed(file.name));
});
onUserEnd(() => uploads.clear());

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
