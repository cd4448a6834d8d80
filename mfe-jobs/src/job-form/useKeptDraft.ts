import { useEffect, useEffectEvent, useRef } from 'react';
import { useCurrentUser } from '@dps/shared-contracts/client';
import { keepDraft, type JobDraft } from './job-draft.ts';

/**
 * Keeps what is entered when a form goes away without a question, as it does by a link or by Back.
 *
 * @param form by which name it is found again
 * @param entered what is neither sent nor discarded; null when there is nothing of that kind
 * @returns tells that the form was sent or discarded: nothing is kept
 */
export function useKeptDraft(form: string, entered: Omit<JobDraft, 'owner'> | null): () => void {
  const { id: owner } = useCurrentUser();
  const isDone = useRef(false);
  const keep = useEffectEvent(() =>
    keepDraft(form, entered && !isDone.current ? { owner, ...entered } : null),
  );
  useEffect(() => {
    isDone.current = false;
    return () => keep();
  }, []);
  return () => {
    isDone.current = true;
    keepDraft(form, null);
  };
}
