import { useState } from 'react';
import { isApiError, useCurrentUser, useMyJobs } from '@dps/shared-contracts/client';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';

/** How accepting a job ended: it is theirs, another pilot has it, or its client has taken it back. */
export type AcceptOutcome = 'accepted' | 'taken' | 'withdrawn';

/** Accepts a job for the signed-in pilot. The lists are read again when it is theirs and when it is lost. */
export function useAcceptJob(id: number) {
  const { id: pilotId } = useCurrentUser();
  const { refetch } = useMyJobs();
  const [send] = jobsApi.accept.useMutation();
  const [readDetail] = jobsApi.detail.useLazyQuery();
  const [accepting, setAccepting] = useState(false);
  const [outcome, setOutcome] = useState<AcceptOutcome | null>(null);

  /** A job that has a pilot may have this one: by another tab, or by a call whose answer was lost. */
  const outcomeOfConflict = async (): Promise<AcceptOutcome> => {
    const { data: mine } = await refetch();
    if (!mine?.some((job) => job.id === id)) return 'taken';
    await readDetail(id);
    return 'accepted';
  };
  /** Null where nothing is known but that another attempt may pass. */
  const outcomeOf = (error: unknown): AcceptOutcome | null | Promise<AcceptOutcome> => {
    if (error === undefined) return 'accepted';
    if (!isApiError(error)) return null;
    if (error.status === 409) return outcomeOfConflict();
    return error.status === 404 ? 'withdrawn' : null;
  };
  const accept = async () => {
    if (accepting) return;
    setAccepting(true);
    const { error } = await send({ id, pilotId });
    const ended = await outcomeOf(error);
    setAccepting(false);
    setOutcome(ended);
    toast(ended === 'accepted' ? texts.toasts.accepted : texts.toasts.acceptFailed);
  };
  return { accept: () => void accept(), accepting, outcome };
}
