import { parseModuleBuild, parseShellBuild, type Registry, type ShellBuild } from '@dps/contract';
import { findModule, withModule } from '../registry/find-module.ts';
import { Refusal } from '../store/refusal.ts';
import { RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';

const documentOf = async (store: ReleaseStore, folder: string): Promise<string> => {
  const document = await store.readFile(`${folder}/${RELEASE_FILE}`);
  if (document) return document.toString();
  throw new Refusal(`${folder} is not published in ${store.address}.`);
};

/** Returns a published release of the shell. Throws Refusal if it is not in the store. */
export async function shellInStore(store: ReleaseStore, version: string): Promise<ShellBuild> {
  return parseShellBuild(await documentOf(store, `shell/${version}`));
}

/**
 * Lists an old release of a module again. The registry has only the newest releases.
 *
 * @param folder the folder of the release; undefined if it is listed
 * @returns a function that adds the release to a registry unless it is listed
 */
export async function relisting(
  store: ReleaseStore,
  folder: string | undefined,
): Promise<(registry: Registry) => Registry> {
  if (folder === undefined) return (given) => given;
  const build = parseModuleBuild(await documentOf(store, folder));
  const { kind: _kind, name, title: _title, owner: _owner, ...release } = build;
  return (given) => {
    const module = findModule(given, name);
    // The next publication omits it again, unless the module runs it.
    return withModule(given, { ...module, releases: { [release.version]: release, ...module.releases } });
  };
}
