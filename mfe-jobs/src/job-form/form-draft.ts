import { useEffect, useEffectEvent, useRef } from 'react';
import { useCurrentUser } from '@dps/shared-contracts/client';
import type { JobFormValues } from './job-form.values.ts';

/** Form input that is neither submitted nor discarded. */
interface FormDraft {
  /** The user who entered it. Other users of the same browser do not see it. */
  owner: number;
  /** The values with which the form started. */
  base: JobFormValues;
  values: JobFormValues;
  files: readonly File[];
}

/** The drafts by the name of their form. They last as long as the page. */
const drafts = new Map<string, FormDraft>();

/** Returns the user's draft of a form, and deletes the drafts of other users. */
export function findDraft(form: string, owner: number): FormDraft | null {
  for (const [name, draft] of drafts) if (draft.owner !== owner) drafts.delete(name);
  return drafts.get(form) ?? null;
}

export function deleteDrafts(): void {
  drafts.clear();
}

/**
 * Stores the input of a form when the form unmounts without a confirmation, for example through a link or Back.
 *
 * @param form the name under which `findDraft` finds the input
 * @param input the input to store; null if there is nothing to store
 * @returns a function to call after a submit or a discard: it deletes the draft, and nothing is stored
 */
export function useFormDraft(form: string, input: Omit<FormDraft, 'owner'> | null): () => void {
  const { id: owner } = useCurrentUser();
  const isDone = useRef(false);
  const store = useEffectEvent(() => {
    if (input && !isDone.current) drafts.set(form, { owner, ...input });
    else drafts.delete(form);
  });
  useEffect(() => {
    isDone.current = false;
    return () => store();
  }, []);
  return () => {
    isDone.current = true;
    drafts.delete(form);
  };
}
