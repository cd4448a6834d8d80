import { useEffect, useEffectEvent, useState } from 'react';
import type { JobView } from '@dps/contract';
import { toast, type Toast } from '@dps/ui/toast';

/**
 * Returns the job of a dialog, by the id in the URL. An open dialog keeps its job even if the job leaves the list, so that a
 * refetch does not interrupt reading or typing.
 *
 * @param jobs all jobs; undefined while they load
 * @param id the id in the URL; null while the dialog is closed
 * @param refusalOf returns the toast to show instead of the dialog, or null; gets undefined for a job outside the list
 * @param leave removes the dialog from the URL
 */
export function useDialogJob(
  jobs: readonly JobView[] | undefined,
  id: string | null,
  refusalOf: (job: JobView | undefined) => Toast | null,
  leave: () => void,
): JobView | null {
  const [shown, setShown] = useState<JobView | null>(null);
  const listed = id === null ? undefined : jobs?.find((job) => String(job.id) === id);
  const before = shown !== null && String(shown.id) === id ? shown : null;
  const refusal = id === null || !jobs || before ? null : refusalOf(listed);
  const job = refusal ? null : (listed ?? before);
  if (job !== shown) setShown(job);

  const refuse = useEffectEvent(() => {
    if (!refusal) return;
    toast(refusal);
    leave();
  });
  const refused = refusal !== null;
  useEffect(() => {
    if (refused) refuse();
  }, [refused]);
  return job;
}
