import { decide, type Actor, type JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import type { Toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import type { UrlState } from '../../url-state/useUrlState.ts';
import { texts } from '../../texts.ts';
import { useDialogJob } from './useDialogJob.ts';

/** The ids of the jobs in the view dialog and in the edit form. */
interface DialogsInUrl {
  job: string | null;
  edit: string | null;
}

/** The path that opens a job in the dialog of the jobs page. */
export function jobPath(id: number): string {
  return `/jobs?job=${id}`;
}

/** The page of the payments module that shows the receipt of a paid job. An earlier release shows the list of payments. */
export function receiptPath(id: number): string {
  return `/payments?receipt=${id}`;
}

/** The toast for a job that cannot be shown; null if it can. */
export function viewRefusal(job: JobView | undefined): Toast | null {
  return job ? null : texts.toasts.loadFailed;
}

/** The toast for a job that cannot be edited; null if it can. */
export function editRefusal(actor: Actor, job: JobView | undefined): Toast | null {
  if (!job) return texts.toasts.loadFailed;
  switch (decide('jobs.edit', actor, job)) {
    case 'allow':
      return null;
    case 'forbid':
      return texts.toasts.onlyOwnersEdit;
    case 'conflict':
      return texts.toasts.submittedIsFinal(job.title);
  }
}

/**
 * Returns the jobs with the one of an id, which is read alone if it is not among them: a former pilot may still read it.
 * Undefined while jobs load.
 */
function useWithJob(jobs: readonly JobView[] | undefined, id: string | null): readonly JobView[] | undefined {
  const isListed = jobs?.some((job) => String(job.id) === id) ?? true;
  const skip = isListed || id === null || !/^[1-9]\d{0,8}$/.test(id);
  const { currentData: job, error } = jobsApi.detail.useQuery(Number(id), { skip });
  if (skip || error) return jobs;
  return job && jobs && [...jobs, job];
}

/**
 * The job in the view dialog and the job in the edit form, by the URL. `view` and `edit` open a dialog, and close it with
 * null. If the URL opens both, only the edit form opens.
 */
export function useJobDialogs(
  jobs: readonly JobView[] | undefined,
  { values, change }: UrlState<DialogsInUrl>,
) {
  const actor = useActor();
  const { job, edit } = values;
  const viewedId = edit === null ? job : null;
  return {
    viewed: useDialogJob(useWithJob(jobs, viewedId), viewedId, viewRefusal, () => change({ job: null })),
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
