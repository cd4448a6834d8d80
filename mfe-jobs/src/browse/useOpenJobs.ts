import type { JobView } from '@dps/contract';
import { jobsApi } from '../api.ts';

interface OpenJobs {
  /** All open jobs; undefined while they load. */
  all: JobView[] | undefined;
  /** The newest open jobs, while all of them load. */
  first: JobView[] | undefined;
  /** The number of all open jobs, also while they load. */
  count: number | undefined;
  error: unknown;
  refetch: () => void;
}

/**
 * The jobs that no pilot has accepted. While all of them load, the server sends their number and the newest ones in one
 * response. A failure of this response is ignored, because the list follows.
 */
export function useOpenJobs(): OpenJobs {
  const { data: all, error, refetch } = jobsApi.available.useQuery();
  const { currentData: summary } = jobsApi.availableSummary.useQuery(undefined, {
    skip: Boolean(all ?? error),
  });
  const known = all || error ? undefined : summary;
  return {
    all,
    first: known?.first,
    count: all?.length ?? known?.count,
    error,
    refetch: () => void refetch(),
  };
}
