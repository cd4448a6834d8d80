import type { JobFormValues } from './job-form.values.ts';

/** What somebody has entered into a form and neither sent nor discarded. */
export interface JobDraft {
  /** The user who did: nobody else of the same browser gets to see it. */
  owner: number;
  /** What the form began with. */
  base: JobFormValues;
  values: JobFormValues;
  files: readonly File[];
}

const drafts = new Map<string, JobDraft>();

/** Keeps what stands in a form for as long as the page lives; null forgets it. */
export function keepDraft(form: string, draft: JobDraft | null): void {
  if (draft) drafts.set(form, draft);
  else drafts.delete(form);
}

/** What the user has left in a form, if anything. What somebody else has left anywhere is forgotten. */
export function draftOf(form: string, owner: number): JobDraft | null {
  for (const [name, draft] of drafts) if (draft.owner !== owner) drafts.delete(name);
  return drafts.get(form) ?? null;
}

export function forgetDrafts(): void {
  drafts.clear();
}
