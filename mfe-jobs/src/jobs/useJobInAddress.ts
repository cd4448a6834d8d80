import { useEffect } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useLocation, useNavigate, useSearchParams } from '@dps/shared-contracts/ui/router';
import { toast } from '@dps/shared-contracts/ui/toast';
import { texts } from '../texts.ts';

const JOB = 'job';

/** In the history's entry of a dialog that was opened from the page below it: closing it goes back there. */
const OPENED_HERE = { openedHere: true };
const openedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state;

const withJob = (id: number | null) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before);
  after.delete(JOB);
  if (id !== null) after.set(JOB, String(id));
  return after;
};

/**
 * The job that the address says to show in full: `/jobs?job=7`. An address of a job that is not among somebody's jobs is
 * said to be so, and loses it.
 *
 * @param jobs somebody's jobs; undefined while they are on their way
 * @returns the job, if any, and how to show one or, with null, none
 */
export function useJobInAddress(
  jobs: readonly JobView[] | undefined,
): [JobView | null, (job: JobView | null) => void] {
  const [search, setSearch] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const wanted = search.get(JOB);
  const job = (wanted !== null && jobs?.find(({ id }) => String(id) === wanted)) || null;

  const isUnknown = jobs !== undefined && wanted !== null && job === null;
  useEffect(() => {
    if (!isUnknown) return;
    toast(texts.toasts.loadFailed);
    setSearch(withJob(null), { replace: true });
  }, [isUnknown, setSearch]);

  const show = (next: JobView | null) => {
    if (next) setSearch(withJob(next.id), { state: OPENED_HERE });
    else if (wanted !== null && openedHere(state)) void navigate(-1);
    else if (wanted !== null) setSearch(withJob(null), { replace: true });
  };
  return [job, show];
}
