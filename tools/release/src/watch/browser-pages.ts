import { messageOf } from '@dps/release-store/refusal';
import type { Pages } from './judge-canary.ts';
import { counterName, readMetrics, type Counters } from './read-metrics.ts';
import type { Pair, Sample } from './watch-reports.ts';

/**
 * Sums the increases of counters over several processes since their first reading. A smaller value means that the process
 * restarted, so its full value counts as increase, as in Prometheus' `increase`.
 */
class Increase {
  readonly #last = new Map<string, Counters>();
  readonly #increases = new Map<string, number>();

  /** Adds a reading of a process. The first reading is the baseline. */
  add(source: string, counters: Counters): void {
    const last = this.#last.get(source);
    this.#last.set(source, counters);
    if (!last) return;
    for (const [name, now] of counters) {
      const before = last.get(name) ?? 0;
      this.#increases.set(name, this.of(name) + (now < before ? now : now - before));
    }
  }

  of(name: string): number {
    return this.#increases.get(name) ?? 0;
  }
}

/** Counts the pages of a module's releases from the metrics of the API processes. */
export class BrowserPages {
  readonly #module: string;
  readonly #urls: readonly string[];
  readonly #increase = new Increase();
  /** Errors of unreachable processes, by address. */
  readonly unreachable = new Map<string, string>();

  constructor(module: string, urls: readonly string[]) {
    this.#module = module;
    this.#urls = urls;
  }

  /** Reads the metrics of every process. */
  async poll(): Promise<void> {
    await Promise.all(this.#urls.map((url) => this.#read(url)));
  }

  /** Returns whether a process is reachable. One is enough, since each process receives a similar share of the reports. */
  get isReachable(): boolean {
    return this.unreachable.size < this.#urls.length;
  }

  /** Returns the counts so far. */
  seen({ canary, stable }: Pick<Pair, 'canary' | 'stable'>): Sample {
    return { canary: this.of(canary), stable: this.of(stable), unreachable: new Map(this.unreachable) };
  }

  async #read(url: string): Promise<void> {
    try {
      this.#increase.add(url, await readMetrics(url, this.#module));
      this.unreachable.delete(url);
    } catch (error) {
      this.unreachable.set(url, messageOf(error));
    }
  }

  /**
   * Returns the pages that requested a release. A crashed page sends two events, the crash and the fallback, and counts as
   * one failed page.
   */
  of(version: string): Pages {
    const counted = (kind: string, ...outcomes: string[]) =>
      outcomes.reduce((sum, outcome) => sum + this.#increase.of(counterName(version, kind, outcome)), 0);
    const loaded = counted('load', 'loaded', 'retried');
    const replaced = counted('load', 'fallback', 'unavailable');
    const crashed = counted('crash', 'page', 'widget');
    const pages = loaded + Math.max(0, replaced - crashed);
    return { pages, failed: Math.min(pages, Math.max(replaced, crashed)) };
  }
}
