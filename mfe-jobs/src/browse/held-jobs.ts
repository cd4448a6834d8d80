import { useMemo, useState } from 'react';
import { milesBetween, type JobView } from '@dps/contract';
import type { BrowseQuery } from './browse-url.ts';

/** The open jobs that were read: the first ones of a filter. */
export interface ReadJobs {
  jobs: readonly JobView[];
  /** Whether there are further ones. */
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

/** An order of jobs, by default the newest first. */
type Order = Partial<Pick<BrowseQuery, 'sort' | 'base'>>;

/** Returns the distance of a job in its order: one without a point is the last. */
const distanceOf = ({ point }: JobView, base: Order['base']) =>
  point && base ? milesBetween(base, point) : Infinity;

/** Returns a negative number if the first job is before the other one. */
function compare({ sort, base }: Order, one: JobView, other: JobView): number {
  // Of two infinite distances, the difference is NaN.
  if (sort === 'distance') return distanceOf(one, base) - distanceOf(other, base) || other.id - one.id;
  if (sort === 'budget') return other.budget - one.budget || other.id - one.id;
  if (sort === 'deadline') return Date.parse(one.deadline) - Date.parse(other.deadline) || one.id - other.id;
  return other.id - one.id;
}

/** Compares the listed jobs with those that were read, both in an order. `further` are the jobs of further pages. */
export function holdJobs(
  listed: readonly JobView[],
  { jobs: read, hasMore }: ReadJobs,
  order: Order = {},
): HeldJobs & { further: JobView[] } {
  const current = new Map(read.map((job) => [job.id, job]));
  const ids = new Set(listed.map(({ id }) => id));
  const lastListed = listed.at(-1);
  // New jobs move the end of the pages up. The listed jobs below it were not read again.
  const lastRead = hasMore ? read.at(-1) : undefined;
  const isRead = (job: JobView) => !lastRead || compare(order, job, lastRead) <= 0;
  const gone = listed.filter((job) => !current.has(job.id) && isRead(job));
  const unlisted = read.filter(({ id }) => !ids.has(id));
  const isAdded = (job: JobView) => lastListed !== undefined && compare(order, job, lastListed) < 0;
  return {
    jobs: listed.map((job) => current.get(job.id) ?? job),
    gone: new Set(gone.map(({ id }) => id)),
    added: unlisted.filter(isAdded).length,
    further: unlisted.filter((job) => !isAdded(job)),
  };
}

const NONE_GONE: ReadonlySet<number> = new Set();

/**
 * The open jobs of a filter without changes of their positions: other pilots accept jobs and clients post them while the user reads the list.
 * Jobs of further pages are listed at the end, and new jobs when the user asks for them. Jobs that are no longer open keep their place until
 * a dialog covers the list.
 *
 * @param query identifies the filter and the order; another one replaces the list
 * @param read undefined while they load: the list keeps the jobs of the previous filter meanwhile
 * @param isCovered whether a dialog covers the list
 */
export function useHeldJobs(
  { filter: filters, sort, base }: BrowseQuery,
  read: ReadJobs | undefined,
  isCovered: boolean,
) {
  const filter = `${sort ?? ''}?${filters}${base ? `@${base.latitude},${base.longitude}` : ''}`;
  const [listed, setListed] = useState<{ filter: string; jobs: readonly JobView[] } | null>(null);
  const before = listed?.filter === filter && listed.jobs.length > 0 ? listed.jobs : null;
  const held = useMemo(
    () => read && before && holdJobs(before, read, { sort, base }),
    [read, before, sort, base],
  );
  const list = (jobs: readonly JobView[]) => setListed({ filter, jobs });
  const listAll = () => list(read?.jobs ?? []);
  if (read && !held && listed?.jobs !== read.jobs) listAll();
  if (held && (held.further.length > 0 || (isCovered && held.gone.size > 0)))
    list([...held.jobs.filter(({ id }) => !isCovered || !held.gone.has(id)), ...held.further]);
  const shown: HeldJobs | null = held ?? (listed && { jobs: listed.jobs, gone: NONE_GONE, added: 0 });
  return { held: shown, listAll };
}
