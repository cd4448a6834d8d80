import { useState } from 'react';
import { isApiError, useCurrentUser } from '@dps/shared-contracts/client';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';

/** How accepting a job ended: it is theirs, another pilot has it, or its client has taken it back. */
export type AcceptOutcome = 'accepted' | 'taken' | 'withdrawn';

/** Lost for good; of any other failure nothing is known but that another attempt may pass. */
function lossBy(error: unknown): AcceptOutcome | null {
  if (!isApiError(error)) return null;
  if (error.status === 409) return 'taken';
  return error.status === 404 ? 'withdrawn' : null;
}

/** Accepts a job for the signed-in pilot. The lists are read again when it is theirs and when it is lost. */
export function useAcceptJob(id: number) {
  const { id: pilotId } = useCurrentUser();
  const [send, { isLoading }] = jobsApi.accept.useMutation();
  const [outcome, setOutcome] = useState<AcceptOutcome | null>(null);
  const accept = async () => {
    const { error } = await send({ id, pilotId });
    setOutcome(error ? lossBy(error) : 'accepted');
    toast(error ? texts.toasts.acceptFailed : texts.toasts.accepted);
  };
  return { accept: () => void accept(), accepting: isLoading, outcome };
}
