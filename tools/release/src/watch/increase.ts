import type { Counters } from './read-metrics.ts';

/**
 * What counters of several processes have grown by since each was read first. A counter that is smaller than it was began
 * anew with its process, so all of it is growth (as Prometheus' `increase` has it).
 */
export class Increase {
  readonly #last = new Map<string, Counters>();
  readonly #grown = new Map<string, number>();

  /** Takes what a process says now. Of the first reading nothing is growth: it happened before. */
  add(source: string, counters: Counters): void {
    const last = this.#last.get(source);
    this.#last.set(source, counters);
    if (!last) return;
    for (const [name, now] of counters) {
      const before = last.get(name) ?? 0;
      this.#grown.set(name, this.of(name) + (now < before ? now : now - before));
    }
  }

  of(name: string): number {
    return this.#grown.get(name) ?? 0;
  }
}
