import { useMemo, useState } from 'react';
import type { JobView } from '@dps/contract';

/** The open jobs that were read: the newest ones of a filter. */
export interface ReadJobs {
  jobs: readonly JobView[];
  /** Whether there are older ones. */
  hasMore: boolean;
}

export interface HeldJobs {
  /** The listed jobs in their order, each in its current version. */
  jobs: readonly JobView[];
  /** The ids of listed jobs that are no longer open. */
  gone: ReadonlySet<number>;
  /** The number of open jobs that wait to be listed. */
  added: number;
}

/** Compares the listed jobs, newest first, with those that were read. `older` are the jobs of further pages. */
export function holdJobs(
  listed: readonly JobView[],
  { jobs: read, hasMore }: ReadJobs,
): HeldJobs & { older: JobView[] } {
  const current = new Map(read.map((job) => [job.id, job]));
  const ids = new Set(listed.map(({ id }) => id));
  const oldestListed = listed.at(-1)?.id ?? Infinity;
  // New jobs move the end of the pages up. The listed jobs below it were not read again.
  const oldestRead = (hasMore && read.at(-1)?.id) || 0;
  return {
    jobs: listed.map((job) => current.get(job.id) ?? job),
    gone: new Set([...ids].filter((id) => id >= oldestRead && !current.has(id))),
    added: read.filter(({ id }) => id > oldestListed && !ids.has(id)).length,
    older: read.filter(({ id }) => id < oldestListed),
  };
}

const NONE_GONE: ReadonlySet<number> = new Set();

/**
 * The open jobs of a filter without changes of their positions: other pilots accept jobs and clients post them while the user reads the list.
 * Jobs of further pages are listed at the end, and new jobs when the user asks for them. Jobs that are no longer open keep their place until
 * a dialog covers the list.
 *
 * @param filter identifies the filter; another one replaces the list
 * @param read undefined while they load: the list keeps the jobs of the previous filter meanwhile
 * @param isCovered whether a dialog covers the list
 */
export function useHeldJobs(filter: string, read: ReadJobs | undefined, isCovered: boolean) {
  const [listed, setListed] = useState<{ filter: string; jobs: readonly JobView[] } | null>(null);
  const before = listed?.filter === filter && listed.jobs.length > 0 ? listed.jobs : null;
  const held = useMemo(() => read && before && holdJobs(before, read), [read, before]);
  const list = (jobs: readonly JobView[]) => setListed({ filter, jobs });
  const listAll = () => list(read?.jobs ?? []);
  if (read && !held && listed?.jobs !== read.jobs) listAll();
  if (held && (held.older.length > 0 || (isCovered && held.gone.size > 0)))
    list([...held.jobs.filter(({ id }) => !isCovered || !held.gone.has(id)), ...held.older]);
  const shown: HeldJobs | null = held ?? (listed && { jobs: listed.jobs, gone: NONE_GONE, added: 0 });
  return { held: shown, listAll };
}
