import { useEffect, useEffectEvent, useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { toast, type Toast } from '@dps/ui/toast';

/**
 * The job of a dialog, by the id that the address names. Once it is shown it stays, whatever becomes of it meanwhile: what
 * somebody reads or types must not go away under their hands.
 *
 * @param jobs the jobs it may be one of; undefined while they are on their way
 * @param id as the address has it; null while there is no dialog
 * @param refusalOf what to say instead of opening the dialog, about the job or about there being none; null to open it
 * @param leave takes the dialog out of the address
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
  const refusal = id === null || jobs === undefined || before ? null : refusalOf(listed);
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
