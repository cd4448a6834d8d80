import type { JobFormValues } from './job-form.values.ts';

/** What somebody has entered and not sent. */
export interface JobDraft {
  /** The user who did: nobody else of the same browser gets to see it. */
  owner: number;
  values: JobFormValues;
  files: readonly File[];
}

let kept: JobDraft | null = null;

/** Keeps what stands in the dashboard's form while other pages are shown; null forgets it. A reload loses it. */
export function keepDraft(draft: JobDraft | null): void {
  kept = draft;
}

/** What the user has left in the form, if anything. */
export function draftOf(owner: number): JobDraft | null {
  if (kept?.owner !== owner) kept = null;
  return kept;
}
