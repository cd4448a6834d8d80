import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModuleRelease, Registry, RegistryModule } from '@dps/contract';
import { precompress } from '@dps/module-kit/compress';
import { integrityOfFiles, listFiles } from '@dps/module-kit/release-folder';
import { FolderStore } from '@dps/release/store/folder-store';
import { readKey, signRegistry } from '@dps/release/store/release-key';
import { findRegistry, revisionContent, revisionFile } from '@dps/release/store/revisions';
import { acceptAll } from '@dps/release/store/testing/releases';
import { pageKey, type BundleOptions, type OneBundle } from './one-bundle.ts';

/** Not a file: in the bundle no module has an entry. */
const NO_ENTRY = 'none';

interface Published {
  bundle: OneBundle;
  base: string;
  files: Record<string, string>;
}

function bundledRelease(release: ModuleRelease, name: string, published: Published): ModuleRelease {
  const { bundle, base, files } = published;
  const routes = release.routes.map(({ shared: _shared, ...route }) => ({
    ...route,
    chunks: bundle.pages.get(pageKey(name, route.path)) ?? [],
  }));
  return { ...release, base, files, entry: NO_ENTRY, routes };
}

/** Returns the registry with the bundle as its shell; the modules keep their routes and have their files in the bundle. */
function bundledRegistry(registry: Registry, version: string, published: Published): Registry {
  const { bundle, base, files } = published;
  const modules = registry.modules.map((module): RegistryModule => {
    const release = module.releases[module.stable];
    if (!release) throw new Error(`${module.name} has no stable release`);
    const releases = { [module.stable]: bundledRelease(release, module.name, published) };
    return { name: module.name, title: module.title, stable: module.stable, releases };
  });
  const { contract } = registry.shell;
  const frame = bundle.frame.filter((file) => !bundle.main.includes(file));
  const shell = { version, base, main: bundle.main, preload: [], frame, files };
  return { revision: registry.revision + 1, shell: { ...shell, ...(contract && { contract }) }, modules };
}

/**
 * Publishes the bundle as the shell of a running product. The gateway serves it with the same document, headers,
 * compression and integrity.
 *
 * @param dataDir data directory of the product
 */
export async function publishBundle(
  dataDir: string,
  bundle: OneBundle,
  { version, minimize }: Pick<BundleOptions, 'version' | 'minimize'>,
): Promise<void> {
  const store = new FolderStore(path.join(dataDir, 'store'));
  const key = readKey(await readFile(path.join(dataDir, 'release-key.pem'), 'utf8'));
  const { registry: before } = await findRegistry(store, acceptAll);
  if (!before) throw new Error(`${store.address} has no registry`);
  const files = await integrityOfFiles(bundle.folder);
  // The best compression of code that is not minimized would take longer than its build.
  await precompress(bundle.folder, await listFiles(bundle.folder), minimize ? undefined : 1);
  await cp(bundle.folder, path.join(store.address, 'shell', version), { recursive: true });
  const published = { bundle, base: `/shell/${version}/`, files };
  const registry = signRegistry(bundledRegistry(before, version, published), key);
  if (!(await store.createFile(revisionFile(registry.revision), revisionContent(registry))))
    throw new Error('Another process has changed the registry');
}
