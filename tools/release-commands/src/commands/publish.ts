import type { Registry } from '@dps/contract';
import { passGates, type Gate, type Report } from '../gates/gate.ts';
import { addRelease } from '../registry/add-release.ts';
import { changeRegistry, readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { promoteShell } from '../registry/choose-shell.ts';
import { claimRelease } from '../registry/release-claims.ts';
import { refuseNewMismatches } from '../registry/contract-range.ts';
import { refuseForeignKey } from '../registry/sign-changes.ts';
import { EarlyRefusal, Refusal } from '@dps/release-store/refusal';
import { emptyText, RELEASE_FILE, type ReleaseStore } from '@dps/release-store/release-store';
import { folderOf, nameOf, readBuild, titleOf, type Build } from './build-folder.ts';
import { createSame, upload } from './upload.ts';

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

/** Returns whether the store has the complete release. Throws Refusal if it has other content of this version. */
async function isPublished(store: ReleaseStore, build: Build): Promise<boolean> {
  const published = await store.readFile(`${folderOf(build)}/${RELEASE_FILE}`);
  if (published && published.toString() !== build.document)
    throw new Refusal(
      `${folderOf(build)} is already published with other content. A release never changes: raise its version.`,
    );
  return published !== null;
}

/** Returns a handler of a rule that another change has broken during the upload. */
export const afterUpload =
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

/**
 * Uploads a build to the store as an immutable release and lists it in the registry. Continues an interrupted attempt.
 *
 * @param given a package's folder, or its `dist`
 * @param isInactive whether the first release of a new module stays inactive
 * @returns a one-line summary
 * @throws Refusal if a rule rejects the build; the registry is then unchanged
 */
export async function publish(
  context: ReleaseContext,
  given: string,
  { gates, report }: Gates,
  isInactive = false,
): Promise<string> {
  const build = await readBuild(given);
  refuseForeignKey(context, nameOf(build));
  const { registry: before } = await readSigned(context);
  const title = titleOf(build);
  const isThere = await isPublished(context.store, build);
  const lists = withBuild(context.store, before, build, isInactive) !== before;
  if (isThere && !lists) throw new Refusal(`${title} is already published.`);
  // An interrupted release passes the gates again, because the other releases may have changed.
  await passGates(gates, { build, store: context.store, registry: before, keys: context.keys }, report);
  const summary = `publish ${title}`;
  const list = async () => {
    if (lists)
      await changeRegistry(context, (now) => ({
        registry: withBuild(context.store, now, build, isInactive),
        summary,
      }));
  };
  if (context.dryRun) await list();
  else
    await claimRelease(context.store, folderOf(build), async () => {
      await upload(build, (path, content) => createSame(context.store, path, content));
      await list().catch(afterUpload(title));
    });
  return summary;
}
