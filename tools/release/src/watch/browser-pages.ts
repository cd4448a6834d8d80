import { messageOf } from '../store/command-error.ts';
import { browserPagesView, type NetworkPages } from '@dps/contract';
import type { Pages } from './judge-canary.ts';
import type { Pair, Sample } from './watch-reports.ts';

const OUTCOMES = ['loaded', 'replaced', 'crashed', 'started', 'fine', 'failed'] as const;
type Counts = Pick<NetworkPages, (typeof OUTCOMES)[number]>;

const NONE: Counts = { loaded: 0, replaced: 0, crashed: 0, started: 0, fine: 0, failed: 0 };

/** Counts by version and network; the empty network has the counts of all. */
type Counters = ReadonlyMap<string, Counts>;

const RESPONSE_TIMEOUT_MS = 5_000;
const keyOf = (version: string, network = ''): string => `${version} ${network}`;

/**
 * Reads the pages that one API process has counted for a module.
 *
 * @param url of the process's metrics; its pages have the path `browser-pages` next to it
 * @throws Error when the process is unreachable or its response is invalid
 */
async function readPages(url: string, module: string): Promise<Counters> {
  const response = await fetch(new URL('browser-pages', url), {
    redirect: 'error',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it responds with ${response.status}`);
  const { releases } = await browserPagesView.validate(await response.json().catch(() => null));
  const ofModule = releases.filter((release) => release.module === module);
  const counters = new Map<string, Counts>();
  for (const release of ofModule) {
    counters.set(keyOf(release.version), release);
    for (const counts of release.networks) counters.set(keyOf(release.version, counts.network), counts);
  }
  return counters;
}

/**
 * Sums the increases of counters over several processes since their first reading. A smaller value means that the process
 * restarted or removed the counter, so its full value counts as increase, as in Prometheus' `increase`.
 */
class Increase {
  readonly #last = new Map<string, Counters>();
  readonly #increases = new Map<string, Counts>();

  /** Adds a reading of a process. The first reading is the baseline. */
  add(source: string, counters: Counters): void {
    const last = this.#last.get(source);
    this.#last.set(source, counters);
    if (!last) return;
    for (const [key, now] of counters) {
      const before = last.get(key);
      const sum = this.#increases.get(key) ?? { ...NONE };
      for (const outcome of OUTCOMES) {
        const from = before?.[outcome] ?? 0;
        sum[outcome] += now[outcome] < from ? now[outcome] : now[outcome] - from;
      }
      this.#increases.set(key, sum);
    }
  }

  /**
   * Returns the pages of a key. A started page fails unless it reports that it is fine, so that one that hangs fails, and if it
   * fails later. For older shells, a crashed page sends two events, the crash and the fallback, and counts as one failed page.
   */
  of(key: string): Pages {
    const { loaded, replaced, crashed, started, fine, failed } = this.#increases.get(key) ?? NONE;
    const older = loaded + Math.max(0, replaced - crashed);
    return {
      pages: older + started,
      failed:
        Math.min(older, Math.max(replaced, crashed)) +
        Math.min(started, Math.max(0, started - fine + failed)),
    };
  }

  /** Returns the networks of a version. */
  networksOf(version: string): string[] {
    const prefix = keyOf(version);
    return [...this.#increases.keys()]
      .filter((key) => key.startsWith(prefix) && key !== prefix)
      .map((key) => key.slice(prefix.length));
  }
}

/** Counts the pages of a module's releases from the API processes. */
export class BrowserPages {
  readonly #module: string;
  readonly #urls: readonly string[];
  readonly #increase = new Increase();
  /** Errors of unreachable processes, by address. */
  readonly unreachable = new Map<string, string>();

  /** `urls` are the metrics of all processes. */
  constructor(module: string, urls: readonly string[]) {
    this.#module = module;
    this.#urls = urls;
  }

  /** Reads the counts of every process. */
  async poll(): Promise<void> {
    await Promise.all(this.#urls.map((url) => this.#read(url)));
  }

  /** Returns whether a process is reachable. One is enough, since each process receives a similar share of the reports. */
  get isReachable(): boolean {
    return this.unreachable.size < this.#urls.length;
  }

  /** Returns the counts so far. */
  seen({ canary, stable }: Pick<Pair, 'canary' | 'stable'>): Sample {
    const networks = new Set([canary, stable].flatMap((version) => this.#increase.networksOf(version)));
    return {
      canary: this.of(canary),
      stable: this.of(stable),
      networks: [...networks].map((network) => ({
        network,
        canary: this.#increase.of(keyOf(canary, network)),
        stable: this.#increase.of(keyOf(stable, network)),
      })),
      unreachable: new Map(this.unreachable),
    };
  }

  /** Returns the pages that requested a release. */
  of(version: string): Pages {
    return this.#increase.of(keyOf(version));
  }

  async #read(url: string): Promise<void> {
    try {
      this.#increase.add(url, await readPages(url, this.#module));
      this.unreachable.delete(url);
    } catch (error) {
      this.unreachable.set(url, messageOf(error));
    }
  }
}
