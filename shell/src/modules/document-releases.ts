import type { ModuleRelease, RegistryModule } from '@dps/contract';
import type { Shown } from './part-cache.ts';
import type { LoadFacts } from '../telemetry/telemetry.ts';

/** The releases that this document runs, and those that failed. */
interface ReleaseHistory {
  /** Versions that run, by module. */
  running: ReadonlyMap<string, string>;
  /** Containers that failed. */
  broken: ReadonlySet<string>;
}

/**
 * Returns the releases of a module to try, in order: the running one, because a document does not mix releases, then the stable
 * one, then the last good one. Failed releases are omitted. An override that cannot be requested has no fallback.
 */
export function releaseChain(module: RegistryModule, { running, broken }: ReleaseHistory): ModuleRelease[] {
  if (module.choice?.problem !== undefined) return [];
  const versions = new Set([running.get(module.name), module.stable, module.lastGood]);
  return [...versions].flatMap((version) => {
    const release = version === undefined ? undefined : module.releases[version];
    return release && !broken.has(release.container) ? [release] : [];
  });
}

/** The load of a part of a module. */
export interface PastLoad extends LoadFacts {
  /** Milliseconds since 1970. */
  at: number;
}

/** A release that failed in this document. */
interface FailedRelease {
  /** Name of the module. */
  module: string;
  version: string;
  what: string;
}

/** Load history of one module in this document. */
export interface ModuleHistory {
  /** The version that runs; undefined before the first load. */
  running: string | undefined;
  loads: readonly PastLoad[];
  failures: readonly FailedRelease[];
}

/** The releases of modules in this document: those that run, those whose parts it shows, and those that failed. */
export class DocumentReleases implements ReleaseHistory {
  readonly running = new Map<string, string>();
  readonly broken = new Set<string>();
  /** All failures of this document, also after `broken` was cleared. */
  readonly failures: FailedRelease[] = [];
  /** Parts that the document shows, one entry for each place. */
  readonly #shown = new Set<Shown>();

  /** Registers a place of the document that shows a part. Returns a function that ends the registration. */
  show(shown: Shown): () => void {
    const place = { ...shown };
    this.#shown.add(place);
    return () => void this.#shown.delete(place);
  }

  /** Returns the release of a module whose parts the document shows. */
  inUse({ name }: RegistryModule): ModuleRelease | undefined {
    return [...this.#shown].find(({ module }) => module.name === name)?.release;
  }

  markFailed({ name }: RegistryModule, { container, version }: ModuleRelease, error: unknown): void {
    this.broken.add(container);
    this.failures.push({
      module: name,
      version,
      what: error instanceof Error ? error.message : String(error),
    });
  }
}
