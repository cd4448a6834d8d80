import { DRAFTS, RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';
import { listRevisions, revisionFile } from '../store/revisions.ts';
import { parseRegistry, releasesIn } from '@dps/contract';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { readSigned } from '../registry/read-registry.ts';
import { oldDrafts, oldReleases, oldRevisions, removal, type Removal } from '../registry/prune-plan.ts';
import { PRUNE_WITHIN_MS, whilePruning } from '../registry/release-claims.ts';
import { folderOf } from '../checks/build-folder.ts';

const DAY_MS = 24 * 3_600_000;

/** The result of a removal, or of its dry run. */
export interface Pruned {
  /** One line for each removed revision, release and draft. */
  lines: string[];
  files: number;
  bytes: number;
  /** Number of files that remain, because the time was over. */
  left: number;
}

/** Returns the folders of the releases that revisions name. An unreadable revision names none. */
async function namedReleases(store: ReleaseStore, revisions: readonly number[]): Promise<string[]> {
  const named: string[] = [];
  for (const revision of revisions) {
    const content = await store.readFile(revisionFile(revision));
    try {
      named.push(...releasesIn(parseRegistry(String(content))).map((release) => folderOf({ release })));
    } catch {
      // `status` and `verify` report a damaged revision. The current one is valid.
    }
  }
  return named;
}

/**
 * Returns what can be removed. Reads the revisions after the claims: a release is then claimed, or named by a revision.
 *
 * @param claimed folders of the releases that other commands are about to list
 */
async function planOf(
  store: ReleaseStore,
  olderThanMs: number,
  claimed: ReadonlySet<string>,
): Promise<Removal[]> {
  const now = Date.now();
  const revisions = await store.listDetails('revisions');
  const detailsOf = (revision: number) =>
    revisions.get(revisionFile(revision)) ?? { bytes: 0, modifiedAt: now };
  const { kept, old } = oldRevisions(
    (await listRevisions(store)).map((revision) => [revision, detailsOf(revision)]),
    now - olderThanMs,
  );
  const named = new Set([...claimed, ...(await namedReleases(store, kept))]);
  const files = new Map([...(await store.listDetails('modules')), ...(await store.listDetails('shell'))]);
  return [
    ...old.toReversed().map((revision) => removal(revisionFile(revision), detailsOf(revision))),
    ...oldReleases(files, named, now - olderThanMs),
    ...oldDrafts(await store.listDetails(DRAFTS), now - DAY_MS),
  ];
}

const isDescription = (path: string): boolean => path.endsWith(`/${RELEASE_FILE}`);

/** Returns the files in the order of their removal. The description comes first, because a release without one is not published. */
const filesOf = (plan: readonly Removal[]): Removal['files'] =>
  plan.flatMap(({ files }) =>
    files.toSorted((one, other) => Number(isDescription(other.path)) - Number(isDescription(one.path))),
  );

function resultOf(plan: readonly Removal[], removed: Removal['files']): Pruned {
  return {
    lines: plan.map(({ name, files }) => (files.length > 1 ? `${name} (${files.length} files)` : name)),
    files: removed.length,
    bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    left: filesOf(plan).length - removed.length,
  };
}

/** Removes files until the time is over. */
async function remove(store: ReleaseStore, plan: readonly Removal[]): Promise<Pruned> {
  const end = performance.now() + PRUNE_WITHIN_MS;
  const removed: Removal['files'] = [];
  for (const file of filesOf(plan)) {
    if (performance.now() > end) break;
    await store.removeFile(file.path);
    removed.push(file);
  }
  return resultOf(plan, removed);
}

/**
 * Removes old revisions, and the releases that no kept revision names. Keeps everything that is younger than the given age,
 * the newest twenty revisions, and all releases that they name.
 *
 * @param olderThanMs the age in ms, at least one day
 * @throws CommandError if the registry is damaged, or another removal runs
 */
export async function prune(
  context: Pick<ReleaseContext, 'dryRun'> & Parameters<typeof readSigned>[0],
  olderThanMs: number,
): Promise<Pruned> {
  const { store, dryRun } = context;
  // A damaged registry needs its older revisions.
  await readSigned(context);
  if (dryRun) {
    const plan = await planOf(store, olderThanMs, new Set());
    return resultOf(plan, filesOf(plan));
  }
  return whilePruning(store, async (claimed) => remove(store, await planOf(store, olderThanMs, claimed)));
}

const bytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats the result as text. */
export function prunedText({ lines, files, bytes: size, left }: Pruned, dryRun: boolean): string {
  if (lines.length === 0) return 'There is nothing to remove.';
  const amount = `${files} ${files === 1 ? 'file' : 'files'}, ${bytes.format(size / 1024)} KiB`;
  return [
    ...lines,
    dryRun ? `Would remove ${amount}. Nothing was changed.` : `Done: removed ${amount}`,
    ...(left > 0 ? [`${left} files are left after five minutes. Run the command again.`] : []),
  ].join('\n');
}
