import type { JobView } from '@dps/contract';
import { SHARES, THREADS } from '@dps/contract/client';
import type { Change } from './event-stream.ts';

export type Tag = 'Job' | 'AvailableJobs' | 'FlightRecord' | typeof THREADS | typeof SHARES;

const ALL: readonly Tag[] = ['Job', 'AvailableJobs', 'FlightRecord', THREADS];
const WITH_AVAILABLE: readonly Tag[] = ['Job', 'AvailableJobs'];
const WITH_FLIGHTS: readonly Tag[] = ['Job', 'FlightRecord'];

/** The cached data that a change makes outdated, except for changes of jobs alone. */
const TAGS: Partial<Record<Change['kind'], readonly Tag[]>> = {
  reset: ALL,
  available: ['AvailableJobs'],
  threads: [THREADS],
  shares: [SHARES],
  accepted: WITH_AVAILABLE,
  released: WITH_AVAILABLE,
  'pilot-removed': WITH_AVAILABLE,
  'flight-added': WITH_FLIGHTS,
  'flight-log': WITH_FLIGHTS,
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

/** Changes within this time are read at once. */
const BURST_MS = 200;

/** Access of the queue to the data of the page. */
export interface ChangeReader {
  /** Reads the data with these tags again. */
  invalidate: (tags: Tag[]) => void;
  /** Returns the jobs in the responses to the mutations of this page, by id. */
  responses: () => Readonly<Record<number, Pick<JobView, 'updatedAt'>>>;
}

/** The changes that a page has not read yet. A hidden page reads them when it is shown. */
export class ChangeQueue {
  readonly #reader: ChangeReader;
  readonly #outdated = new Set<Tag>();
  #changes: Change[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reader: ChangeReader) {
    this.#reader = reader;
  }

  add(change: Change): void {
    // The response to the own mutation may arrive after its event.
    if (this.#changes.length === 0) this.#timer = setTimeout(() => this.#collect(), BURST_MS);
    this.#changes.push(change);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Reads outdated data, unless the page is hidden. */
  apply(): void {
    if (document.hidden || this.#outdated.size === 0) return;
    this.#reader.invalidate([...this.#outdated]);
    this.#outdated.clear();
  }

  #collect(): void {
    const responses = this.#reader.responses();
    for (const change of this.#changes) for (const tag of tagsOf(change, responses)) this.#outdated.add(tag);
    this.#changes = [];
    this.apply();
  }
}
