import { messageOf } from '@dps/release-store/refusal';
import { Increase } from './increase.ts';
import type { Pages } from './judge-canary.ts';
import { counterName, readMetrics } from './read-metrics.ts';
import type { Pair, Seen } from './reports.ts';

/** How pages fare with the releases of a module, as the processes of the API have heard from now on. */
export class BrowserPages {
  readonly #module: string;
  readonly #urls: readonly string[];
  readonly #increase = new Increase();
  /** Why a process does not answer, by its address. */
  readonly silent = new Map<string, string>();

  constructor(module: string, urls: readonly string[]) {
    this.#module = module;
    this.#urls = urls;
  }

  /** Asks every process. */
  async look(): Promise<void> {
    await Promise.all(this.#urls.map((url) => this.#ask(url)));
  }

  /** Whether anyone answered. Each process hears of a like share of the pages, so that one is enough to compare by. */
  get isSeen(): boolean {
    return this.silent.size < this.#urls.length;
  }

  /** What was found out so far. */
  seen({ canary, stable }: Pick<Pair, 'canary' | 'stable'>): Seen {
    return { canary: this.of(canary), stable: this.of(stable), silent: new Map(this.silent) };
  }

  async #ask(url: string): Promise<void> {
    try {
      this.#increase.add(url, await readMetrics(url, this.#module));
      this.silent.delete(url);
    } catch (error) {
      this.silent.set(url, messageOf(error));
    }
  }

  /**
   * Pages that asked for a release. Whose part threw while it was drawn is told of twice, by the crash and by the release
   * that came in its place, and is one page in trouble.
   */
  of(version: string): Pages {
    const counted = (kind: string, ...outcomes: string[]) =>
      outcomes.reduce((sum, outcome) => sum + this.#increase.of(counterName(version, kind, outcome)), 0);
    const came = counted('load', 'loaded', 'retried');
    const gone = counted('load', 'fallback', 'unavailable');
    const crashed = counted('crash', 'page', 'widget');
    const pages = came + Math.max(0, gone - crashed);
    return { pages, troubled: Math.min(pages, Math.max(gone, crashed)) };
  }
}
