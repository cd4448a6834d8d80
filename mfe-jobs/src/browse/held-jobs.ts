import { useMemo, useState } from 'react';
import type { JobView } from '@dps/contract';

export interface HeldJobs {
  /** The listed jobs in their order, each in its current version. */
  jobs: JobView[];
  /** The ids of listed jobs that are no longer open. */
  gone: ReadonlySet<number>;
  /** The open jobs that are not listed yet. */
  added: JobView[];
}

/** Compares the listed jobs with the open ones. */
export function holdJobs(listed: readonly JobView[], open: readonly JobView[]): HeldJobs {
  const current = new Map(open.map((job) => [job.id, job]));
  const ids = new Set(listed.map(({ id }) => id));
  return {
    jobs: listed.map((job) => current.get(job.id) ?? job),
    gone: new Set([...ids].filter((id) => !current.has(id))),
    added: open.filter(({ id }) => !ids.has(id)),
  };
}

/**
 * The open jobs without changes of their positions: other pilots accept jobs and clients post them while the user reads the list.
 * New jobs are listed when the user asks for them. Jobs that are no longer open keep their place until a dialog covers the list.
 *
 * @param open the current open jobs; undefined while they load
 * @param isCovered whether a dialog covers the list
 */
export function useHeldJobs(open: JobView[] | undefined, isCovered: boolean) {
  const [listed, setListed] = useState<readonly JobView[]>([]);
  const held = useMemo(() => open && holdJobs(listed, open), [listed, open]);
  if (held && open) {
    if (listed.length === 0 && open.length > 0) setListed(open);
    else if (isCovered && held.gone.size > 0) setListed(held.jobs.filter(({ id }) => !held.gone.has(id)));
  }
  return { held, listAll: () => setListed(open ?? []) };
}
