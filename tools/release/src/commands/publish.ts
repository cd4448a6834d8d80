import { isDeepStrictEqual } from 'node:util';
import { releasesIn, type Registry } from '@dps/contract';
import { passGates, type Gate, type Report } from '../checks/gate.ts';
import { addRelease } from '../registry/add-release.ts';
import { changeRegistry, readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { promoteShell } from '../registry/choose-shell.ts';
import { claimRelease } from '../registry/release-claims.ts';
import { refuseNewMismatches } from '../registry/contract-range.ts';
import { refuseForeignKey } from '../registry/sign-changes.ts';
import { EarlyRefusal, Refusal } from '../store/refusal.ts';
import { emptyText, RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';
import {
  folderOf,
  isDescription,
  listedPart,
  nameOf,
  readBuild,
  titleOf,
  type Build,
} from '../checks/build-folder.ts';
import { findDamage } from './release-damage.ts';
import { createSame, restoreFiles, upload } from './upload.ts';

/**
 * Returns the registry with this build, or the same registry if nothing changes. The registry lists only active shells:
 * `publish` activates the first one, `promote` the later ones.
 */
function withBuild(
  store: ReleaseStore,
  before: Registry | undefined,
  build: Build,
  isInactive: boolean,
): Registry {
  if (build.kind === 'shell') return before ?? promoteShell(before, build.release);
  if (!before) throw new Refusal(emptyText(store));
  return refuseNewMismatches(before, addRelease(before, build.release, isInactive));
}

/**
 * Returns whether the store has the complete release. Throws Refusal if it has other content of this version.
 *
 * @param isListed whether the signed registry lists the build, so that a damaged description does not count
 */
async function isPublished(store: ReleaseStore, build: Build, isListed: boolean): Promise<boolean> {
  const published = (await store.readFile(`${folderOf(build)}/${RELEASE_FILE}`))?.toString();
  if (published === undefined || published === build.document) return published !== undefined;
  if (isListed && !isDescription(published)) return true;
  throw new Refusal(
    `${folderOf(build)} is already published with other content. A release never changes: raise its version.`,
  );
}

/** Returns whether a registry lists this build, with the same digests. */
const lists = (registry: Registry | undefined, build: Build): boolean =>
  registry !== undefined &&
  releasesIn(registry).some(
    (release) => release.base === build.release.base && isDeepStrictEqual(release, listedPart(build)),
  );

/**
 * Restores damaged and missing files of a published release. The gates have accepted these contents.
 *
 * @returns a one-line summary
 * @throws Refusal if all files are intact
 */
async function restore({ store, dryRun }: ReleaseContext, build: Build): Promise<string> {
  const damage = await findDamage(store, build.release);
  if (damage.length === 0) throw new Refusal(`${titleOf(build)} is already published.`);
  if (!dryRun) await claimRelease(store, folderOf(build), () => restoreFiles(store, build, damage));
  return `restore ${damage.length} ${damage.length === 1 ? 'file' : 'files'} of ${titleOf(build)}`;
}

/** Returns a handler of a rule that another change has broken during the upload. */
const afterUpload =
  (title: string) =>
  (error: unknown): never => {
    if (!(error instanceof EarlyRefusal)) throw error;
    throw new Refusal(`${error.message}\nThe files of ${title} are in the store. The registry is unchanged.`);
  };

/** The rules for a build, and the callback for their progress. */
export interface Gates {
  gates: readonly Gate[];
  report: Report;
}

export interface PublishPlan {
  /** Whether the first release of a new module stays inactive. */
  isInactive?: boolean;
  /** Address of the store that has the release, for the history. */
  from?: string;
}

/**
 * Uploads a build to the store as an immutable release and lists it in the registry. Continues an interrupted attempt, and
 * restores damaged files of a published release.
 *
 * @param given a package's folder, or its `dist`
 * @returns a one-line summary
 * @throws Refusal if a rule rejects the build; the registry is then unchanged
 */
export async function publish(
  context: ReleaseContext,
  given: string,
  { gates, report }: Gates,
  { isInactive = false, from }: PublishPlan = {},
): Promise<string> {
  const build = await readBuild(given);
  refuseForeignKey(context, nameOf(build));
  const { registry: before } = await readSigned(context);
  const title = titleOf(build);
  const isListed = lists(before, build);
  const isThere = await isPublished(context.store, build, isListed);
  if (isListed) return restore(context, build);
  const isNew = withBuild(context.store, before, build, isInactive) !== before;
  if (isThere && !isNew) return restore(context, build);
  // An interrupted release passes the gates again, because the other releases may have changed.
  await passGates(gates, { build, store: context.store, registry: before, keys: context.keys }, report);
  const summary = `publish ${title}${from === undefined ? '' : ` from ${from}`}`;
  const list = async () => {
    if (isNew)
      await changeRegistry(context, (now) => ({
        registry: withBuild(context.store, now, build, isInactive),
        summary,
      }));
  };
  if (context.dryRun) await list();
  else
    await claimRelease(context.store, folderOf(build), async () => {
      if (isThere) await restoreFiles(context.store, build, await findDamage(context.store, build.release));
      else await upload(build, (path, content) => createSame(context.store, path, content));
      await list().catch(afterUpload(title));
    });
  return summary;
}
