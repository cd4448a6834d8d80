import type { ModuleRelease, RegistryModule } from '@dps/contract';
import type { FailedRelease } from './module-history.ts';
import type { Shown } from './part-cache.ts';
import type { ReleaseHistory } from './release-chain.ts';

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
