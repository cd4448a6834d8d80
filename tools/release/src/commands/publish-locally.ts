import type { Registry } from '@dps/shared-contracts';
import type { FolderStore } from '@dps/release-store/folder-store';
import { Refusal } from '@dps/release-store/refusal';
import { passGates } from '../gates/gate.ts';
import { changeRegistry, readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { replaceRelease, replaceShell } from '../registry/replace-release.ts';
import { folderOf, readBuild, type Build } from './build-folder.ts';
import type { Gates } from './publish.ts';
import { upload } from './upload.ts';

/** The store of one machine, and the key that signs its registry. */
export interface LocalStore {
  store: FolderStore;
  key: ReleaseContext['key'];
  /** Author of the change, for the history. */
  by: string;
}

function withBuild(before: Registry | undefined, { kind, release }: Build): Registry {
  if (kind === 'shell') return replaceShell(before, release);
  if (!before) throw new Refusal('This store has no shell yet. Publish the shell first.');
  return replaceRelease(before, release);
}

/** Writes the missing and changed files of a build to the store. Returns the paths of all its files. */
function replaceFiles(store: FolderStore, build: Build): Promise<string[]> {
  return upload(build, async (path, content) => {
    if (!(await store.readFile(path))?.equals(content)) await store.replaceFile(path, content);
  });
}

/** Removes the files of an earlier build of the same version. */
async function removeOthers(store: FolderStore, build: Build, paths: readonly string[]): Promise<void> {
  const kept = new Set(paths);
  for (const path of await store.listFiles(folderOf(build)))
    if (!kept.has(path)) await store.removeFile(path);
}

/**
 * Publishes builds into the store of one machine and makes them the stable releases. Unlike `publish`, it replaces a
 * release of the same version, repairs damaged files, and replaces an unusable registry.
 *
 * @param packages folders of the packages, the shell's first
 * @param gates the rules for the builds
 * @returns why the registry was repaired, or undefined
 * @throws Refusal if a package has no complete build, or a gate rejects it
 */
export async function publishLocally(
  local: LocalStore,
  packages: readonly string[],
  { gates, report }: Gates,
): Promise<string | undefined> {
  const { store } = local;
  let problem: string | undefined;
  const onUnusable = (found: string): void => void (problem = found);
  const context = {
    ...local,
    trusted: [],
    trustUnsigned: true,
    dryRun: false,
    onUnusable,
    products: { urls: [], areRequired: false, withinMs: 0 },
    notice: report,
  };
  const builds = await Promise.all(packages.map(readBuild));
  const { registry: before } = await readSigned(context);
  for (const build of builds) await passGates(gates, { build, store, registry: before }, report);
  const places: [Build, string[]][] = [];
  for (const build of builds) places.push([build, await replaceFiles(store, build)]);
  const decide = (now: Registry | undefined): Registry => {
    const [first, ...others] = builds;
    if (!first) throw new Refusal('There is nothing to publish.');
    return others.reduce(withBuild, withBuild(now, first));
  };
  if (problem !== undefined || !before?.signature || decide(before) !== before)
    await changeRegistry(context, (now) => ({ registry: decide(now), summary: 'publish this workspace' }));
  for (const [build, paths] of places) await removeOthers(store, build, paths);
  return problem;
}
