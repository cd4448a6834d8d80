import { decide, type Actor, type JobView } from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import type { Toast } from '@dps/ui/toast';
import type { UrlState } from '../../url-state/useUrlState.ts';
import { texts } from '../../texts.ts';
import { useDialogJob } from './useDialogJob.ts';

/** The dialogs of a page with somebody's jobs, by the id of the job. */
interface DialogsInUrl {
  job: string | null;
  edit: string | null;
}

/** The path that opens a job in the dialog of the jobs page. */
export function jobPath(id: number): string {
  return `/jobs?job=${id}`;
}

/** Why a job cannot be shown in full; null where it can. */
export function viewRefusal(job: JobView | undefined): Toast | null {
  return job ? null : texts.toasts.loadFailed;
}

/** Why a job cannot be edited; null where it can. */
export function editRefusal(actor: Actor, job: JobView | undefined): Toast | null {
  if (!job) return texts.toasts.loadFailed;
  switch (decide('jobs.edit', actor, job)) {
    case 'allow':
      return null;
    case 'forbid':
      return texts.toasts.onlyOwnersEdit;
    case 'conflict':
      return texts.toasts.paidIsFinal(job.title);
  }
}

/**
 * The job that is shown in full and the one that is edited, as the address says, and how to open and, with null, close
 * either. One at a time: editing goes first.
 */
export function useJobDialogs(
  jobs: readonly JobView[] | undefined,
  { values, change }: UrlState<DialogsInUrl>,
) {
  const actor = useActor();
  const { job, edit } = values;
  return {
    viewed: useDialogJob(jobs, edit === null ? job : null, viewRefusal, () => change({ job: null })),
    edited: useDialogJob(
      jobs,
      edit,
      (listed) => editRefusal(actor, listed),
      () => change({ edit: null }),
    ),
    view: (next: JobView | null) => change({ job: next && String(next.id), edit: null }),
    edit: (next: JobView | null) => change({ edit: next && String(next.id), job: null }),
  };
}
