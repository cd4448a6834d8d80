import type { Registry } from '@dps/shared-contracts';
import type { Gate, Tell } from '../gates/gate.ts';
import { passGates } from '../gates/pass-gates.ts';
import { addRelease } from '../registry/add-release.ts';
import { changeRegistry, readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { promoteShell } from '../registry/choose-shell.ts';
import { refuseNewMisfits } from '../registry/contract-range.ts';
import { Refusal } from '@dps/release-store/refusal';
import { RELEASE_FILE, type ReleaseStore } from '@dps/release-store/release-store';
import { folderOf, readBuild, titleOf, type Build } from './build-folder.ts';
import { upload } from './upload.ts';

/**
 * The registry with this build; the same one where a build changes nothing. A shell is listed by becoming the one that
 * runs: the first by `publish`, later ones by `promote`.
 */
function withBuild(before: Registry | undefined, build: Build): Registry {
  if (build.kind === 'shell') return before ?? promoteShell(before, build.release);
  if (!before) throw new Refusal('This store has no shell yet. Publish the shell first.');
  return refuseNewMisfits(before, addRelease(before, build.release));
}

/** Whether the release is in the store, whole. Throws Refusal where another one is in its place. */
async function isPublished(store: ReleaseStore, build: Build): Promise<boolean> {
  const published = await store.readFile(`${folderOf(build)}/${RELEASE_FILE}`);
  if (published && published.toString() !== build.document)
    throw new Refusal(
      `${folderOf(build)} is published already, with another content. A release never changes: raise its version.`,
    );
  return published !== null;
}

async function createSame(store: ReleaseStore, path: string, content: Buffer): Promise<void> {
  if (await store.createFile(path, content)) return;
  if (!(await store.readFile(path))?.equals(content))
    throw new Refusal(`${path} is in the store with another content. Raise the version.`);
}

/** What a build has to pass, and who hears how far that is. */
export interface Gates {
  gates: readonly Gate[];
  tell: Tell;
}

/**
 * Puts a build into the store as a release that never changes, and lists it. An attempt that was cut off goes on where it
 * stopped.
 *
 * @param given a package's folder, or its `dist`
 * @returns what was done, in a line
 * @throws Refusal where a rule says no; nothing is listed then
 */
export async function publish(
  context: ReleaseContext,
  given: string,
  { gates, tell }: Gates,
): Promise<string> {
  const build = await readBuild(given);
  const { registry: before } = await readSigned(context);
  const title = titleOf(build);
  const isThere = await isPublished(context.store, build);
  const lists = withBuild(before, build) !== before;
  if (isThere && !lists) throw new Refusal(`${title} is published already.`);
  // A release whose upload was cut off goes through them again: what it would run beside may have changed.
  await passGates(gates, { build, store: context.store, registry: before }, tell);
  if (!context.dryRun) await upload(build, (path, content) => createSame(context.store, path, content));
  const summary = `publish ${title}`;
  if (lists) await changeRegistry(context, (now) => ({ registry: withBuild(now, build), summary }));
  return summary;
}
