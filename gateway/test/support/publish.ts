import { brotliCompressSync, gzipSync } from 'node:zlib';
import { newKey, signRegistry } from '@dps/release/store/release-key';
import type { ReleaseStore } from '@dps/release/store/release-store';
import { listRevisions, revisionContent, revisionFile } from '@dps/release/store/revisions';
import { moduleFiles, registryModule, SHELL_FILES, shellRelease } from '@dps/release/store/testing/releases';
import type { Registry } from '@dps/contract';

/** Signs the registries of the tests. */
export const { key } = newKey();

/** The versions of each module. The first version is stable. */
type Versions = Record<string, readonly string[]>;

/** Writes the files of a release in the encodings of a build. */
async function write(store: ReleaseStore, base: string, files: Record<string, string>): Promise<void> {
  const written = Object.entries(files).flatMap(([name, content]) => [
    store.createFile(`${base.slice(1)}${name}`, Buffer.from(content)),
    store.createFile(`${base.slice(1)}${name}.br`, brotliCompressSync(content)),
    store.createFile(`${base.slice(1)}${name}.gz`, gzipSync(content)),
  ]);
  await Promise.all(written);
}

/**
 * Publishes the shell 1.0.0 and these modules, under the next revision of the store.
 *
 * @param change transforms the registry before it is signed
 * @returns the signed registry
 */
export async function publish(
  store: ReleaseStore,
  versions: Versions,
  change = (registry: Registry): Registry => registry,
): Promise<Registry> {
  const modules = Object.entries(versions).map(([name, each]) => registryModule(name, each));
  await Promise.all([
    write(store, shellRelease().base, SHELL_FILES),
    ...modules.flatMap(({ name, releases }) =>
      Object.values(releases).map(({ base, version }) => write(store, base, moduleFiles(name, version))),
    ),
  ]);
  const [last = 0] = await listRevisions(store);
  const registry = signRegistry(change({ revision: last + 1, shell: shellRelease(), modules }), key);
  await store.createFile(revisionFile(last + 1), revisionContent(registry));
  return registry;
}
