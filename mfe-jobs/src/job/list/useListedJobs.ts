import { useMemo } from 'react';
import type { JobSummaryQuery, JobView } from '@dps/contract';
import { useMyJobs } from '@dps/contract/client';
import { jobsApi } from '../../api.ts';
import { readTotals, totalsOf, type JobTotals } from './job-totals.ts';

export interface ListedJobs {
  /** All jobs of the user; undefined while they load. */
  all: JobView[] | undefined;
  /** The first jobs of the list, while all jobs load. */
  first: JobView[] | undefined;
  /** The totals of all jobs, also while they load. */
  totals: JobTotals | undefined;
  error: unknown;
  refetch: () => unknown;
}

/**
 * The jobs of the user. While all of them load, the server sends the first jobs of the list and the totals in one response.
 * A failure of this response is ignored, because the list follows.
 */
export function useListedJobs(query: JobSummaryQuery): ListedJobs {
  const { data: all, error, refetch } = useMyJobs();
  const { currentData: summary } = jobsApi.summary.useQuery(query, { skip: Boolean(all ?? error) });
  const totals = useMemo(() => {
    if (all) return totalsOf(all);
    return summary && readTotals(summary.totals);
  }, [all, summary]);
  return { all, first: all || error ? undefined : summary?.first, totals, error, refetch };
}
