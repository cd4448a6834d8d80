import type { Registry } from '@dps/contract';
import { folderOf, nameOf, readBuild, titleOf, type Build } from '../checks/build-folder.ts';
import { passGates, type Gate, type Report } from '../checks/gate.ts';
import { addRelease, replaceRelease, replaceShell } from '../registry/add-release.ts';
import { changeRegistry, type ReleaseContext } from '../registry/change-registry.ts';
import { readSigned } from '../registry/read-registry.ts';
import { refuseNewMismatches } from '../registry/contract-range.ts';
import { claimRelease } from '../registry/release-claims.ts';
import { refuseForeignKey } from '../registry/sign-changes.ts';
import { EXIT, UnchangedError, CommandError, messageOf } from '../store/command-error.ts';
import { emptyText, type ReleaseStore } from '../store/release-store.ts';
import { findStored, type StoredRelease } from './stored-release.ts';
import { writeRelease } from './write-release.ts';

/** The rules for a build, and the callback for their progress. */
export interface Gates {
  gates: readonly Gate[];
  report: Report;
}

/** The releases in the store of one machine that a start published. A later start may replace them. */
export interface OwnReleases {
  /** Returns whether a start published the release in a folder. */
  has: (folder: string) => boolean;
  /** Records a release before its files are written. */
  add: (folder: string) => Promise<void>;
}

export interface PublishPlan {
  /** Whether the first release of a new module stays inactive. */
  isInactive?: boolean;
  /** Address of the store that has the release, for the history. */
  from?: string;
  /** In the store of one machine: builds change without a new version, and become the stable release. */
  own?: OwnReleases;
}

/** The store has another release of a build's version. */
export class OtherContent extends CommandError {}

/**
 * Returns the registry with a build, or the same registry if nothing changes. The registry lists only active shells:
 * `publish` activates the first one, `promote` the later ones.
 */
function withBuild(
  store: ReleaseStore,
  now: Registry | undefined,
  build: Build,
  { content, isListed }: StoredRelease,
  { isInactive, own }: PublishPlan,
): Registry {
  if (now && isListed && content === 'same') return now;
  if (build.kind === 'shell') {
    const isOther = now !== undefined && now.shell.version !== build.release.version;
    // A shell that was rolled back stays inactive.
    if (own && !(isOther && content === 'same')) return replaceShell(now, build.release);
    return now ?? replaceShell(now, build.release);
  }
  if (!now) throw new CommandError(emptyText(store));
  if (own) return replaceRelease(now, build.release);
  return refuseNewMismatches(now, addRelease(now, build.release, isInactive));
}

/** Restores the damaged and missing files of a published release. The gates have accepted these contents. */
async function restore(
  { store, dryRun }: ReleaseContext,
  build: Build,
  stored: StoredRelease,
): Promise<string> {
  const { length: count } = stored.damage;
  if (!dryRun) await claimRelease(store, folderOf(build), () => writeRelease(store, build, stored));
  return `restore ${count} ${count === 1 ? 'file' : 'files'} of ${titleOf(build)}`;
}

/** Removes the earlier build of a version from the store of one machine. */
async function removeEarlier(store: ReleaseStore, folder: string, own: OwnReleases): Promise<void> {
  await own.add(folder);
  for (const file of await store.listFiles(folder)) await store.removeFile(file);
}

/** Returns a handler of a rule that another change has broken during the upload. */
const afterUpload =
  (title: string) =>
  (error: unknown): never => {
    if (!(error instanceof UnchangedError)) throw error;
    throw new CommandError(
      `${error.message}\nThe files of ${title} are in the store. The registry is unchanged.`,
    );
  };

/**
 * Writes a build to the store as a release and lists it in the registry. Continues an interrupted attempt, and restores
 * damaged files of a published release.
 *
 * @param given a package's folder, or its `dist`
 * @returns a one-line summary
 * @throws OtherContent if the version is published with other content; CommandError if a rule rejects the build. The registry is
 * then unchanged
 */
export async function publish(
  context: ReleaseContext,
  given: string,
  { gates, report }: Gates,
  plan: PublishPlan = {},
): Promise<string> {
  const { store, keys, dryRun } = context;
  const { own, from } = plan;
  const build = await readBuild(given);
  const folder = folderOf(build);
  refuseForeignKey(context, nameOf(build));
  const { registry: before } = await readSigned(context);
  const stored = await findStored(store, before, build);
  if (stored.content === 'other' && !(own && (own.has(folder) || !before)))
    throw new OtherContent(
      `${folder} is already published with other content. A release never changes: raise its version.`,
    );
  const decide = (now: Registry | undefined) => withBuild(store, now, build, stored, plan);
  const isNew = decide(before) !== before;
  if (!isNew && stored.content === 'same') {
    if (stored.damage.length > 0) return restore(context, build, stored);
    if (own) return titleOf(build);
    throw new CommandError(`${titleOf(build)} is already published.`);
  }
  // An interrupted release passes the gates again, because the other releases may have changed.
  await passGates(gates, { build, store, registry: before, keys }, report);
  const summary = `publish ${titleOf(build)}${from === undefined ? '' : ` from ${from}`}`;
  const list = () => changeRegistry(context, (now) => ({ registry: decide(now), summary }));
  if (dryRun) {
    if (isNew) await list();
    return summary;
  }
  await claimRelease(store, folder, async () => {
    if (own && stored.content !== 'same') await removeEarlier(store, folder, own);
    await writeRelease(store, build, stored);
    if (isNew) await list().catch(afterUpload(titleOf(build)));
  });
  return summary;
}

/** Returns the error of a build after others were published. */
function afterOthers(error: unknown, summaries: readonly string[]): unknown {
  if (summaries.length === 0) return error;
  const code = error instanceof CommandError ? error.exitCode : EXIT.unavailable;
  return new CommandError(`${messageOf(error)}\nDone before: ${summaries.join(', ')}.`, code);
}

/**
 * Publishes builds in sequence.
 *
 * @returns a one-line summary, and the measurements of the gates
 * @throws CommandError as `publish`, with the releases that were published before
 */
export async function publishAll(
  context: ReleaseContext,
  packages: readonly string[],
  { gates, report }: Gates,
  plan: PublishPlan,
): Promise<{ summary: string; measured: object[] }> {
  const summaries: string[] = [];
  const measured: object[] = [];
  const collect: Report = (line, facts) => {
    report(line);
    if (facts) measured.push(facts);
  };
  for (const each of packages)
    try {
      summaries.push(await publish(context, each, { gates, report: collect }, plan));
    } catch (error) {
      throw context.dryRun ? error : afterOthers(error, summaries);
    }
  return { summary: summaries.join(', '), measured };
}
