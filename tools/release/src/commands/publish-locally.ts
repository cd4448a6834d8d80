import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { array, string } from 'yup';
import type { Registry } from '@dps/contract';
import { compressedNames } from '../store/compressed.ts';
import type { FolderStore } from '../store/folder-store.ts';
import { RELEASE_COMMAND, Refusal } from '../store/refusal.ts';
import { LOCAL_RELEASES_FILE, RELEASE_FILE } from '../store/release-store.ts';
import { passGates } from '../checks/gate.ts';
import { changeRegistry, readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { listsBuild, replaceRelease, replaceShell } from '../registry/replace-release.ts';
import { folderOf, parseBuild, readBuild, titleOf, type Build } from '../checks/build-folder.ts';
import type { Gates } from './publish.ts';
import { upload } from './upload.ts';

/** The store of one machine, and the key that signs its registry. */
export interface LocalStore {
  store: FolderStore;
  key: ReleaseContext['key'];
  /** The keys of the product that uses the store. */
  keys: ReleaseContext['keys'];
  /** Author of the change, for the history. */
  by: string;
}

/** A build of the workspace, compared with the store. */
interface LocalBuild {
  /** The build, or the published release that it must not replace. */
  build: Build;
  /** Whether `release publish` has published this version with other content. */
  isKept: boolean;
  /** Whether the store does not have this content yet. */
  isNew: boolean;
}

const folders = array(string().required()).required();

/** Returns the folders of the releases that earlier starts published, or undefined in a store without this record. */
async function readOwnFolders(store: FolderStore): Promise<Set<string> | undefined> {
  const text = await store.readFile(LOCAL_RELEASES_FILE);
  if (text === null) return undefined;
  return new Set(folders.validateSync(JSON.parse(text.toString())));
}

/** Returns the published release of a build's version, or undefined if it is missing or damaged. */
async function readPublished(store: FolderStore, build: Build): Promise<Build | undefined> {
  const text = await store.readFile(`${folderOf(build)}/${RELEASE_FILE}`);
  if (text === null) return undefined;
  try {
    return parseBuild(build.folder, text.toString());
  } catch {
    return undefined;
  }
}

/** Compares a build with the store. `own` has the folders that a start may replace; undefined means all. */
async function compareWithStore(
  store: FolderStore,
  build: Build,
  own: ReadonlySet<string> | undefined,
): Promise<LocalBuild> {
  const published = await readPublished(store, build);
  const isNew = published?.document !== build.document;
  if (!published || !isNew || !own || own.has(folderOf(build))) return { build, isKept: false, isNew };
  return { build: published, isKept: true, isNew: false };
}

/** Makes a new build the active release. A release that the store already has keeps its role, such as after a rollback. */
function withBuild(before: Registry | undefined, { build: { kind, release }, isNew }: LocalBuild): Registry {
  if (kind === 'shell') {
    const isOther = before !== undefined && before.shell.version !== release.version;
    return isOther && !isNew ? before : replaceShell(before, release);
  }
  if (!before) throw new Refusal('This store has no shell yet. Publish the shell first.');
  return !isNew && listsBuild(before, release) ? before : replaceRelease(before, release);
}

/** Returns a line for each package of the workspace that the product does not show. */
function differences(builds: readonly LocalBuild[], registry: Registry): string[] {
  return builds.flatMap(({ build, isKept }) => {
    const title = titleOf(build);
    if (isKept)
      return [
        `${title} is published, and its build in this workspace is different. A published release never changes: raise the version in package.json.`,
      ];
    const { kind, release } = build;
    const name = kind === 'shell' ? 'shell' : release.name;
    const module = registry.modules.find((each) => each.name === name);
    const active = kind === 'shell' ? registry.shell.version : module?.stable;
    if (active === release.version) return [];
    return [
      `This workspace has ${title}, and the active release is ${active}. To activate the other one: ${RELEASE_COMMAND} promote ${name} ${release.version}`,
    ];
  });
}

/**
 * Returns whether the store has each file of a build, and its compressed copies, with the same bytes. It does not read the source
 * maps, which the store has in a compressed form.
 */
async function hasSameFiles(store: FolderStore, build: Build): Promise<boolean> {
  const isSame = async (name: string) => {
    const built = await readFile(join(build.folder, name)).catch(() => null);
    const stored = await store.readFile(`${folderOf(build)}/${name}`);
    return built === null ? stored === null : stored?.equals(built) === true;
  };
  for (const file of Object.keys(build.release.files))
    for (const name of [file, ...compressedNames(file)]) if (!(await isSame(name))) return false;
  return true;
}

/** Writes the missing and changed files of a build to the store. Returns the paths of all its files. */
function replaceFiles(store: FolderStore, build: Build): Promise<string[]> {
  return upload(build, async (path, content) => {
    if (!(await store.readFile(path))?.equals(content)) await store.replaceFile(path, content);
  });
}

/** Records which releases a start publishes, before it writes their files. */
async function recordOwnFolders(
  store: FolderStore,
  own: ReadonlySet<string> | undefined,
  builds: readonly LocalBuild[],
): Promise<void> {
  const added = builds.filter(({ isNew }) => isNew || !own).map(({ build }) => folderOf(build));
  const all = [...new Set([...(own ?? []), ...added])].toSorted();
  if (own?.size !== all.length) await store.replaceFile(LOCAL_RELEASES_FILE, JSON.stringify(all));
}

/** Removes the files of an earlier build of the same version. */
async function removeOthers(store: FolderStore, build: Build, paths: readonly string[]): Promise<void> {
  const kept = new Set(paths);
  for (const path of await store.listFiles(folderOf(build)))
    if (!kept.has(path)) await store.removeFile(path);
}

/**
 * Publishes builds into the store of one machine and makes new ones the stable releases. Unlike `publish`, it replaces an
 * own release of the same version, repairs damaged files, and replaces an unusable registry. It changes neither a release of
 * `publish` nor a rollback, a canary or a retired module.
 *
 * @param packages folders of the packages, the shell's first
 * @param gates the rules for the builds; `report` also receives a line for each build that is not active
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
    trustUnsigned: true,
    dryRun: false,
    onUnusable,
    products: { urls: [], areRequired: false, withinMs: 0 },
    notice: report,
  };
  const own = await readOwnFolders(store);
  const builds = await Promise.all(
    packages.map(async (folder) => compareWithStore(store, await readBuild(folder), own)),
  );
  const { registry: before } = await readSigned(context);
  for (const { build } of builds)
    await passGates(gates, { build, store, registry: before, keys: context.keys }, report);
  await recordOwnFolders(store, own, builds);
  const places: [Build, string[]][] = [];
  for (const { build, isNew, isKept } of builds)
    if (!isKept && (isNew || !(await hasSameFiles(store, build))))
      places.push([build, await replaceFiles(store, build)]);
  const decide = (now: Registry | undefined): Registry => {
    const [first, ...others] = builds;
    if (!first) throw new Refusal('There is nothing to publish.');
    return others.reduce(withBuild, withBuild(now, first));
  };
  if (problem !== undefined || !before?.shellSignature || decide(before) !== before)
    await changeRegistry(context, (now) => ({ registry: decide(now), summary: 'publish this workspace' }));
  for (const [build, paths] of places) await removeOthers(store, build, paths);
  const { registry } = await readSigned(context);
  if (registry) for (const line of differences(builds, registry)) report(line);
  return problem;
}
