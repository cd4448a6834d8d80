import { useState } from 'react';
import { isApiError, useCurrentUser, useMyJobs } from '@dps/contract/client';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { failureToast } from '../failures.ts';

/** The outcome of accepting a job: success, another pilot accepted it, or the client deleted it. */
export type AcceptOutcome = 'accepted' | 'taken' | 'withdrawn';

/** Accepts a job for the signed-in pilot. Success and a lost race both refetch the lists. */
export function useAcceptJob(id: number) {
  const { id: pilotId } = useCurrentUser();
  const { refetch } = useMyJobs();
  const [send] = jobsApi.accept.useMutation();
  const [fetchDetail] = jobsApi.detail.useLazyQuery();
  const [accepting, setAccepting] = useState(false);
  const [outcome, setOutcome] = useState<AcceptOutcome | null>(null);

  /** On a conflict the assigned pilot may be this one: through another tab, or a request whose response was lost. */
  const outcomeOfConflict = async (): Promise<AcceptOutcome> => {
    const { data: mine } = await refetch();
    if (!mine?.some((job) => job.id === id)) return 'taken';
    await fetchDetail(id);
    return 'accepted';
  };
  /** Null if the outcome is unknown and a retry may succeed. */
  const outcomeOf = (error: unknown): AcceptOutcome | null | Promise<AcceptOutcome> => {
    if (error === undefined) return 'accepted';
    if (!isApiError(error) || error.code === 'too_many_accepted_jobs') return null;
    if (error.status === 409) return outcomeOfConflict();
    return error.status === 404 ? 'withdrawn' : null;
  };
  const accept = async () => {
    if (accepting) return;
    setAccepting(true);
    const { error } = await send({ id, pilotId });
    const result = await outcomeOf(error);
    setAccepting(false);
    setOutcome(result);
    // After a lost race the dialog shows the reason, and a retry cannot succeed.
    if (result === 'accepted') toast(texts.toasts.accepted);
    else if (result === null) toast(failureToast(error, texts.toasts.acceptFailed));
  };
  return { accept: () => void accept(), accepting, outcome };
}
