import type { JobView } from '@dps/contract';
import { tagsOf, type Tag } from './change-tags.ts';
import type { Change } from './event-text.ts';

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
