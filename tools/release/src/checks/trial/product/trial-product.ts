import { startProduct } from '@dps/local-stack';
import { FolderStore } from '../../../store/folder-store.ts';
import { newKey, signRegistry } from '../../../store/release-key.ts';
import type { ReleaseStore } from '../../../store/release-store.ts';
import { revisionContent, revisionFile } from '../../../store/revisions.ts';
import { releasesIn, type Registry } from '@dps/contract';
import type { AnyRelease } from '../../../registry/parts.ts';
import { folderOf } from '../../build-folder.ts';
import { type Candidate, trialRegistry, widgetHost, withHost } from './trial-registry.ts';

/** A complete local product for tests of candidates. */
export interface TrialProduct {
  /** `http://localhost:54321` */
  url: string;
  /**
   * Activates a candidate together with the stable releases, and with a module that shows the candidate's widgets.
   *
   * @param store has the releases in the registry
   * @param active undefined in an empty store
   * @returns the active registry without that module
   */
  run(candidate: Candidate, store: ReleaseStore, active: Registry | undefined): Promise<Registry>;
  /** Stops the product and removes its data. */
  close(): Promise<void>;
}

/** Copies a release. Skips missing files, which users would miss too. */
async function copy(
  release: AnyRelease,
  read: (file: string) => Promise<Uint8Array | null>,
  to: ReleaseStore,
): Promise<void> {
  const copyFile = async (file: string): Promise<void> => {
    const content = await read(file);
    if (content) await to.createFile(`${folderOf({ release })}/${file}`, content);
  };
  await Promise.all(Object.keys(release.files).map(copyFile));
}

/**
 * Starts a product with demo data and without releases. Stops all parts and throws StartFailure if one does not start.
 *
 * @param origins origins of backends that pages may call, if their releases declare them
 */
export async function startTrialProduct(
  origins: readonly string[] = [],
  signal?: AbortSignal,
): Promise<TrialProduct> {
  const { key } = newKey();
  const keys = [{ name: 'trial', publicKey: key.publicKey, releases: ['*'], origins }];
  const product = await startProduct({
    logLevel: 'warn',
    // Without the variables of this process, which may be those of another product. All pages come from one address.
    environment: { RATE_LIMIT_FACTOR: '100' },
    // As in production, without overrides by dev servers.
    overrideOrigins: [],
    releases: { keys },
    signal,
  });
  const own = new FolderStore(product.store);
  let revision = 0;
  return {
    url: product.url,
    run: async (candidate, store, active) => {
      revision += 1;
      const registry = trialRegistry(active, candidate);
      const host = widgetHost(candidate, revision);
      for (const release of releasesIn(registry)) {
        const isCandidate = release.base === candidate.release.base;
        await copy(
          release,
          isCandidate ? candidate.read : (file) => store.readFile(`${folderOf({ release })}/${file}`),
          own,
        );
      }
      if (host) await own.createFile(`${folderOf(host)}/${host.release.entry}`, host.entry);
      const signed = signRegistry({ ...withHost(registry, host), revision }, key);
      await own.createFile(revisionFile(revision), revisionContent(signed));
      return registry;
    },
    close: () => product.close(),
  };
}
