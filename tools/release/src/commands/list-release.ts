import { parseModuleBuild, parseShellBuild, type Registry, type ShellBuild } from '@dps/shared-contracts';
import { addRelease } from '../registry/add-release.ts';
import { findModule } from '../registry/find-module.ts';
import { Refusal } from '@dps/release-store/refusal';
import { RELEASE_FILE, type ReleaseStore } from '@dps/release-store/release-store';

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
 * Lists an old release of a module again. The registry has only the newest releases, the store has all.
 *
 * @returns a function that adds the release to a registry unless it is listed
 */
export async function relist(
  store: ReleaseStore,
  registry: Registry | undefined,
  name: string,
  version: string | undefined,
): Promise<(registry: Registry) => Registry> {
  const listed =
    registry && version !== undefined && findModule(registry, name).releases[version] === undefined;
  if (!listed) return (given) => given;
  const build = parseModuleBuild(await documentOf(store, `modules/${name}/${version}`));
  return (given) => (findModule(given, name).releases[version] ? given : addRelease(given, build));
}
