import { Injectable } from '@nestjs/common';
import type { NetworkPages, ReleasePages, TelemetryBody } from '@dps/contract';
import { isLoopback } from '@dps/contract/server';

type Counts = Omit<NetworkPages, 'network'>;

/** The release of one module in one page. */
interface ReportedPage extends Counts {
  module: string;
  version: string;
}

interface CountedRelease extends Counts {
  module: string;
  version: string;
  networks: Map<string, NetworkPages>;
}

/** Ten times the modules of the product in two versions. */
const MOST_RELEASES = 100;
/** Maximum number of networks of one release. They take about a megabyte for all releases of the product. */
const MOST_NETWORKS = 1_000;

const none = (): Counts => ({ loaded: 0, replaced: 0, crashed: 0, started: 0, fine: 0, failed: 0 });

const pageOf = (module: string, version: string, counts: Partial<Counts>): ReportedPage => ({
  ...none(),
  ...counts,
  module,
  version,
});

/** Returns what loads and crashes say of a page, by module. A page runs one release of a module, so other versions are ignored. */
function loadedPages(
  loads: NonNullable<TelemetryBody['loads']>,
  crashes: NonNullable<TelemetryBody['crashes']>,
): ReportedPage[] {
  const events = [...crashes, ...loads];
  const versions = new Map(events.map(({ module, version }) => [module, version]));
  return [...versions].map(([module, version]) => {
    const isOf = (event: { module: string; version: string }) =>
      event.module === module && event.version === version;
    const outcomes = new Set(loads.filter(isOf).map(({ outcome }) => outcome));
    const crashed = crashes.some(isOf);
    const replaced = outcomes.has('fallback') || outcomes.has('unavailable');
    const loaded = outcomes.has('loaded') || outcomes.has('retried');
    // A page with a fallback but no crash never ran the release. A crash and its fallback are one page.
    return pageOf(module, version, {
      loaded: Number(loaded && (crashed || !replaced)),
      replaced: Number(replaced),
      crashed: Number(crashed),
    });
  });
}

/**
 * Returns the counts of one report for its page, by module. Repeated events count once. A page that reports the states of its
 * modules is counted by them: they name the assigned release, whichever release ran. Loads and crashes count for other pages,
 * and for the shell.
 */
export function pagesOf({ loads = [], crashes = [], pages }: TelemetryBody): ReportedPage[] {
  if (!pages) return loadedPages(loads, crashes);
  const isShell = ({ module }: { module: string }) => module === 'shell';
  const versions = new Map(pages.map(({ module, version }) => [module, version]));
  const states = [...versions].map(([module, version]) => {
    const own = new Set(pages.filter((each) => each.module === module).map(({ state }) => state));
    const has = (state: (typeof pages)[number]['state']) => Number(own.has(state));
    return pageOf(module, version, {
      started: has('started'),
      fine: has('fine'),
      failed: has('failed'),
    });
  });
  return [...loadedPages(loads.filter(isShell), crashes.filter(isShell)), ...states];
}

function addTo(counts: Counts, page: Counts): void {
  counts.loaded += page.loaded;
  counts.replaced += page.replaced;
  counts.crashed += page.crashed;
  counts.started += page.started;
  counts.fine += page.fine;
  counts.failed += page.failed;
}

const sizeOf = ({ loaded, replaced, crashed, started }: Counts): number =>
  loaded + Math.max(replaced, crashed) + started;

/** Returns the entry of a key as the newest one, and removes the oldest one beyond `most`. */
function entryOf<Entry>(entries: Map<string, Entry>, key: string, most: number, create: () => Entry): Entry {
  const entry = entries.get(key) ?? create();
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size > most) entries.delete(oldest);
  return entry;
}

/**
 * Counts pages by release and network, in the memory of the process, for the watch of a canary. A report counts for one page
 * of each module. The least recently counted releases and networks are removed first.
 */
@Injectable()
export class PageCounts {
  private readonly releases = new Map<string, CountedRelease>();

  /** Counts the page of a report. */
  count(report: TelemetryBody, network: string): void {
    for (const page of pagesOf(report)) {
      const { module, version } = page;
      const release = entryOf(this.releases, `${module} ${version}`, MOST_RELEASES, () => ({
        module,
        version,
        ...none(),
        networks: new Map(),
      }));
      addTo(release, page);
      // Loopback is the operator's own machine, on which all browsers share one address.
      if (isLoopback(network)) continue;
      addTo(
        entryOf(release.networks, network, MOST_NETWORKS, () => ({ network, ...none() })),
        page,
      );
    }
  }

  /** Returns all counts, for each release the networks with more than one page, the largest first. */
  read(): ReleasePages[] {
    return [...this.releases.values()].map((release) => {
      const networks = [...release.networks.values()]
        .filter((counts) => sizeOf(counts) > 1)
        .toSorted((a, b) => sizeOf(b) - sizeOf(a));
      return Object.assign(pageOf(release.module, release.version, release), { networks });
    });
  }
}
