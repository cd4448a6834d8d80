import { REPORTED_COUNT_MOST } from '@dps/shared-contracts';

/** What differs between two times of the same event. */
const INCIDENTAL = new Set(['ms', 'requestId']);

/** Two events of one kind with the same key are one event that happened twice. */
function keyOf(facts: object): string {
  return JSON.stringify(facts, (name, value: unknown) => (INCIDENTAL.has(name) ? undefined : value));
}

/** Events of one kind, each once with how often it happened. */
export class Tally<Facts extends object> {
  #counted = new Map<string, Facts & { count: number }>();

  get size(): number {
    return this.#counted.size;
  }

  /**
   * Counts an event.
   *
   * @param mayGrow whether an event that is new here may be taken
   * @returns whether it was new and taken
   */
  add(facts: Facts, mayGrow: boolean): boolean {
    const key = keyOf(facts);
    const known = this.#counted.get(key);
    if (known) known.count = Math.min(known.count + 1, REPORTED_COUNT_MOST);
    else if (mayGrow) this.#counted.set(key, { ...facts, count: 1 });
    return !known && mayGrow;
  }

  /** Everything that was counted, which is then forgotten. */
  drain(): (Facts & { count: number })[] {
    const events = [...this.#counted.values()];
    this.#counted = new Map();
    return events;
  }
}
