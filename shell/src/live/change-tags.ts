import type { JobView } from '@dps/contract';
import type { Change } from './event-text.ts';

export type Tag = 'Job' | 'AvailableJobs' | 'FlightRecord';

const ALL: readonly Tag[] = ['Job', 'AvailableJobs', 'FlightRecord'];
const WITH_AVAILABLE: readonly Tag[] = ['Job', 'AvailableJobs'];
const WITH_FLIGHTS: readonly Tag[] = ['Job', 'FlightRecord'];

/** The cached data that a change makes outdated, except for changes of jobs alone. */
const TAGS: Partial<Record<Change['kind'], readonly Tag[]>> = {
  reset: ALL,
  available: ['AvailableJobs'],
  accepted: WITH_AVAILABLE,
  released: WITH_AVAILABLE,
  'pilot-removed': WITH_AVAILABLE,
  'flight-added': WITH_FLIGHTS,
  'flight-removed': WITH_FLIGHTS,
};

/** The changes whose mutations return the job, and then invalidate the tags themselves. */
const OWN: ReadonlySet<Change['kind']> = new Set(['accepted', 'status', 'progress']);

/**
 * Returns the tags of data that a change makes outdated. None if this page has made the change, or a later one of the same job.
 *
 * @param responses the jobs in the responses to the mutations of this page, by id
 */
export function tagsOf(
  { kind, job }: Change,
  responses: Readonly<Record<number, Pick<JobView, 'updatedAt'>>>,
): readonly Tag[] {
  const own = job && OWN.has(kind) && responses[job.jobId];
  if (own && Date.parse(own.updatedAt) >= Date.parse(job.updatedAt)) return [];
  return TAGS[kind] ?? ['Job'];
}
