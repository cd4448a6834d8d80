import { randomUUID } from 'node:crypto';
import { EXIT, CommandError } from '../store/command-error.ts';
import type { FileDetails, ReleaseStore } from '../store/release-store.ts';

/** Marks of running commands. Each command writes its own mark and then reads those of the others, so that one of two sees the other. */
const CLAIMS = 'claims';
/** Mark of the one running `prune`. */
const PRUNE = `${CLAIMS}/prune`;
/** A `prune` removes files only for this time, in ms. */
export const PRUNE_WITHIN_MS = 5 * 60_000;
/** Age at which a mark of `prune` is the one of a killed command, in ms. Clocks may differ by the other half. */
const PRUNE_MARK_MS = 2 * PRUNE_WITHIN_MS;
/** Age at which a claim is the one of a killed command, in ms. */
const CLAIM_MS = 24 * 3_600_000;

const isRecent = (details: FileDetails | undefined, withinMs: number): boolean =>
  details !== undefined && Date.now() - details.modifiedAt < withinMs;

const busy = (store: ReleaseStore) =>
  new CommandError(
    `Old releases of ${store.address} are being removed. Try again after that, or in ten minutes if that command was killed.`,
    EXIT.unavailable,
  );

/**
 * Keeps `prune` from removing a release that this command is about to list in the registry.
 *
 * @param folder the folder of the release: `modules/jobs/1.1.0`
 * @throws CommandError while `prune` runs
 */
export async function claimRelease<Result>(
  store: ReleaseStore,
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const claim = `${CLAIMS}/${folder}/${randomUUID()}`;
  await store.createFile(claim, Buffer.from(new Date().toISOString()));
  try {
    if (isRecent((await store.listDetails(CLAIMS)).get(PRUNE), PRUNE_MARK_MS)) throw busy(store);
    return await work();
  } finally {
    // A claim that remains expires, so a failure must not hide the result.
    await store.removeFile(claim).catch(() => undefined);
  }
}

/**
 * Runs a removal of releases. One at a time.
 *
 * @param work receives the folders of the releases that other commands have claimed
 * @throws CommandError while another one runs
 */
export async function whilePruning<Result>(
  store: ReleaseStore,
  work: (claimed: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  if (isRecent((await store.listDetails(CLAIMS)).get(PRUNE), PRUNE_MARK_MS)) throw busy(store);
  await store.removeFile(PRUNE);
  if (!(await store.createFile(PRUNE, Buffer.from(new Date().toISOString())))) throw busy(store);
  try {
    return await work(await claimedReleases(store));
  } finally {
    await store.removeFile(PRUNE).catch(() => undefined);
  }
}

/** Returns the folders of the releases that other commands have claimed. Removes the claims of killed commands. */
async function claimedReleases(store: ReleaseStore): Promise<Set<string>> {
  const claimed = new Set<string>();
  for (const [path, details] of await store.listDetails(CLAIMS)) {
    if (path === PRUNE) continue;
    if (isRecent(details, CLAIM_MS)) claimed.add(path.slice(CLAIMS.length + 1, path.lastIndexOf('/')));
    else await store.removeFile(path);
  }
  return claimed;
}
