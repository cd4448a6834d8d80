import { randomUUID } from 'node:crypto';
import { parseRelease, type Canary, type Registry } from '@dps/contract';
import { releaseBase } from '@dps/module-kit/container-name';
import { moduleReleaseOf, shellReleaseOf } from '../checks/build-folder.ts';
import { refuseIncompatible } from '../checks/contract/contract-gate.ts';
import { changeRegistry, type ReleaseContext } from '../registry/change-registry.ts';
import { readSigned } from '../registry/read-registry.ts';
import {
  promote,
  retire,
  rollback,
  shareText,
  startCanary,
  stopCanary,
  type CanaryShare,
} from '../registry/choose-release.ts';
import { findModule, findPart, shellPart, withPart, withRelease, type Part } from '../registry/parts.ts';
import { claimRelease } from '../registry/release-claims.ts';
import { CommandError } from '../store/command-error.ts';
import { emptyText, RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';

/** Returns the registry. Throws CommandError in an empty store. */
export function present(registry: Registry | undefined, store: ReleaseStore): Registry {
  if (registry) return registry;
  throw new CommandError(emptyText(store));
}

/** Runs a change that lists a release of the store in the registry, if the registry does not list it yet. */
function claimed(
  { store, dryRun }: ReleaseContext,
  folder: string | undefined,
  work: () => Promise<string>,
): Promise<string> {
  return folder === undefined || dryRun ? work() : claimRelease(store, folder, work);
}

/**
 * Reads a release that the registry does not list, because it has only the newest ones of a module and the active ones of the
 * shell.
 *
 * @param folder the folder of the release; undefined if it is listed
 * @returns a function that finds a module or the shell with this release
 */
async function finder(
  { store }: ReleaseContext,
  name: string,
  folder: string | undefined,
): Promise<(registry: Registry) => Part> {
  if (folder === undefined) return (registry) => findPart(registry, name);
  const document = await store.readFile(`${folder}/${RELEASE_FILE}`);
  if (!document) throw new CommandError(`${folder} is not published in ${store.address}.`);
  const build = parseRelease(document.toString());
  return (registry) => {
    if (build.kind === 'shell') return withRelease(shellPart(registry), shellReleaseOf(build));
    // The next publication omits it again, unless the module runs it.
    return withRelease(findModule(registry, name), moduleReleaseOf(build));
  };
}

/** A change of the active releases of a module or of the shell. */
interface PartChange {
  /** The release that becomes active, if one is named. */
  version?: string | undefined;
  /** Whether modules and shells must be compatible afterwards. */
  isChecked?: boolean;
  decide: (part: Part) => Part;
  summaryOf: (before: Part, after: Part) => string;
}

/** Changes a module or the shell. Lists an older release in the registry again if needed. Returns a one-line summary. */
export async function change(
  context: ReleaseContext,
  name: string,
  { version, isChecked = false, decide, summaryOf }: PartChange,
): Promise<string> {
  const { registry } = await readSigned(context);
  const isUnlisted = registry && version !== undefined && !findPart(registry, name).releases[version];
  const unlisted = isUnlisted ? releaseBase(name, version).slice(1, -1) : undefined;
  return claimed(context, unlisted, async () => {
    const find = await finder(context, name, unlisted);
    const { summary } = await changeRegistry(context, async (now) => {
      const before = present(now, context.store);
      const after = decide(find(before));
      const changed = withPart(before, after);
      if (isChecked) await refuseIncompatible(context, before, changed);
      return { registry: changed, summary: summaryOf(findPart(before, name), after) };
    });
    return summary;
  });
}

/** Rolls a canary out to a share of the users, or stops it at 0 percent without named users. Returns a one-line summary. */
export async function canary(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
  share: CanaryShare,
): Promise<string> {
  if (share.percent === 0 && !share.accounts)
    return change(context, name, { decide: stopCanary, summaryOf: () => `stop canary ${name}` });
  const newSalt = randomUUID();
  return change(context, name, {
    version,
    isChecked: true,
    decide: (part) => startCanary(part, { version, share, newSalt }),
    summaryOf: (_before, after) => `canary ${name} ${after.canary?.version} for ${shareText(share)}`,
  });
}

/**
 * Stops a canary after its watch found problems.
 *
 * @param why the reason, for the history
 * @throws CommandError if the canary has changed
 */
export async function rollBackCanary(
  context: ReleaseContext,
  name: string,
  { version, salt }: Canary,
  why: string,
): Promise<void> {
  const decide = (part: Part) => {
    if (part.canary?.salt === salt) return stopCanary(part);
    throw new CommandError(`${name} ${version} is no longer a canary.`);
  };
  const summaryOf = () => `canary ${name} ${version} rolled back by its watch: ${why}`;
  await change(context, name, { decide, summaryOf });
}

/** Returns a command that makes another release stable. */
const stableChange =
  (verb: string, choose: (part: Part, version?: string) => Part, isChecked: boolean) =>
  (context: ReleaseContext, name: string, version: string | undefined): Promise<string> =>
    change(context, name, {
      version,
      isChecked,
      decide: (part) => choose(part, version),
      summaryOf: ({ stable, inactive }, after) =>
        `${verb} ${name} ${inactive ? 'inactive' : stable} → ${after.stable}`,
    });

/** Makes a release of a module or of the shell stable. Without a version, promotes its canary. */
export const promoteRelease = stableChange('promote', promote, true);

/** Rolls back to the last good release or to a version. Skips the contract check, because the release ran before. */
export const rollbackRelease = stableChange('rollback', rollback, false);

/** Withdraws a module from all users. */
export const retireModule = (context: ReleaseContext, name: string): Promise<string> =>
  change(context, name, { decide: retire, summaryOf: ({ stable }) => `retire ${name} ${stable}` });
