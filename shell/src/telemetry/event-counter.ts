import { REPORTED_COUNT_MOST } from '@dps/contract';

/** Events with the same key are occurrences of one event. Their time and request id may differ. */
function keyOf(facts: object): string {
  return JSON.stringify({ ...facts, ms: 0, requestId: 0 });
}

/** Counts the occurrences of events of one kind. */
export class EventCounter<Facts extends object> {
  readonly #counted = new Map<string, Facts & { count: number }>();

  get size(): number {
    return this.#counted.size;
  }

  /**
   * Counts an event.
   *
   * @param mayGrow whether a new event may be added
   * @returns whether a new event was added
   */
  add(facts: Facts, mayGrow: boolean): boolean {
    const key = keyOf(facts);
    const known = this.#counted.get(key);
    if (known) known.count = Math.min(known.count + 1, REPORTED_COUNT_MOST);
    else if (mayGrow) this.#counted.set(key, { ...facts, count: 1 });
    return !known && mayGrow;
  }

  /** Returns all events and removes them. */
  drain(): (Facts & { count: number })[] {
    const events = [...this.#counted.values()];
    this.#counted.clear();
    return events;
  }
}
