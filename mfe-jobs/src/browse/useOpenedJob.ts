import type { JobView } from '@dps/contract';
import { useDialogJob } from '../job/dialog/useDialogJob.ts';
import { texts } from '../texts.ts';
import { openJobsApi } from './open-jobs.api.ts';

/** Returns the id in a text; 0, which no job has, for other texts. */
const idOf = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0);

/**
 * Returns the open job of the dialog, by the id in the URL, and whether it is no longer open. A job that the list has not read is
 * read alone.
 *
 * @param listed the open jobs that the list has read; undefined while they load
 * @param id the id in the URL; null while the dialog is closed
 * @param leave removes the dialog from the URL
 */
export function useOpenedJob(listed: readonly JobView[] | undefined, id: string | null, leave: () => void) {
  const found = listed?.find((job) => String(job.id) === id);
  const skip = id === null || found !== undefined;
  const { currentData: alone, error } = openJobsApi.one.useQuery(idOf(id), { skip });
  const current = found ?? alone;
  const jobs = current ? [current] : [];
  const refusal = error ? texts.toasts.loadFailed : texts.browse.gone;
  const opened = useDialogJob(
    current !== undefined || error ? jobs : undefined,
    id,
    (job) => (job ? null : refusal),
    leave,
  );
  return { opened, isGone: current === null };
}
