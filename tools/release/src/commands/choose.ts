import { randomUUID } from 'node:crypto';
import {
  parseModuleBuild,
  parseShellBuild,
  type Canary,
  type Registry,
  type ShellBuild,
} from '@dps/contract';
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
import { promoteShell, rollbackShell, startShellCanary, stopShellCanary } from '../registry/choose-shell.ts';
import { findModule, withModule } from '../registry/find-module.ts';
import { claimRelease } from '../registry/release-claims.ts';
import { CommandError } from '../store/command-error.ts';
import { emptyText, RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';

/** Name of the shell in commands. No module can have it. */
export const SHELL = 'shell';

/** Returns the registry. Throws CommandError in an empty store. */
export function present(registry: Registry | undefined, store: ReleaseStore): Registry {
  if (registry) return registry;
  throw new CommandError(emptyText(store));
}

/** Returns the canary of a module or of the shell, with the version of the stable release. */
export function trialOf(registry: Registry, name: string): { canary?: Canary; stable: string } {
  if (name !== SHELL) {
    const { stable, canary: running } = findModule(registry, name);
    return { stable, ...(running && { canary: running }) };
  }
  const stable = registry.shell.version;
  const tried = registry.shellCanary;
  if (!tried) return { stable };
  const { shell, ...share } = tried;
  return { stable, canary: { version: shell.version, ...share } };
}

const documentOf = async (store: ReleaseStore, folder: string): Promise<string> => {
  const document = await store.readFile(`${folder}/${RELEASE_FILE}`);
  if (document) return document.toString();
  throw new CommandError(`${folder} is not published in ${store.address}.`);
};

/** Returns a published release of the shell. Throws CommandError if it is not in the store. */
async function shellInStore(store: ReleaseStore, version: string): Promise<ShellBuild> {
  return parseShellBuild(await documentOf(store, `shell/${version}`));
}

/**
 * Lists an old release of a module again. The registry has only the newest releases.
 *
 * @param folder the folder of the release; undefined if it is listed
 * @returns a function that adds the release to a registry unless it is listed
 */
async function relisting(
  store: ReleaseStore,
  folder: string | undefined,
): Promise<(registry: Registry) => Registry> {
  if (folder === undefined) return (given) => given;
  const build = parseModuleBuild(await documentOf(store, folder));
  const { kind: _kind, name, title: _title, owner: _owner, ...release } = build;
  return (given) => {
    const module = findModule(given, name);
    // The next publication omits it again, unless the module runs it.
    return withModule(given, { ...module, releases: { [release.version]: release, ...module.releases } });
  };
}

/** Runs a change that lists a release of the store in the registry, if the registry does not list it yet. */
function claimed(
  { store, dryRun }: ReleaseContext,
  folder: string | undefined,
  work: () => Promise<string>,
): Promise<string> {
  return folder === undefined || dryRun ? work() : claimRelease(store, folder, work);
}

/** Changes a module. Lists an older release in the registry again if needed. */
export async function change(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
  decide: (registry: Registry) => Registry | Promise<Registry>,
  summaryOf: (before: Registry, after: Registry) => string,
): Promise<string> {
  const { registry } = await readSigned(context);
  const unlisted =
    registry && version !== undefined && !findModule(registry, name).releases[version]
      ? `modules/${name}/${version}`
      : undefined;
  return claimed(context, unlisted, async () => {
    const relist = await relisting(context.store, unlisted);
    const { summary } = await changeRegistry(context, async (now) => {
      const before = present(now, context.store);
      const after = await decide(relist(before));
      return { registry: after, summary: summaryOf(before, after) };
    });
    return summary;
  });
}

const stableOf = (registry: Registry, name: string): string => findModule(registry, name).stable;

const isStop = (share: CanaryShare): boolean => share.percent === 0 && !share.accounts;

/** Rolls a canary out to a share of the users, or stops it at 0 percent without named users. Returns a one-line summary. */
export async function canary(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
  share: CanaryShare,
): Promise<string> {
  if (name === SHELL) return shellCanary(context, version, share);
  if (isStop(share))
    return change(
      context,
      name,
      undefined,
      (now) => stopCanary(now, name),
      () => `stop canary ${name}`,
    );
  const newSalt = randomUUID();
  const decide = (now: Registry) => {
    const chosen = version ?? findModule(now, name).canary?.version;
    if (chosen === undefined)
      throw new CommandError(`Name the version: canary ${name} <version> --percent ${share.percent}`);
    return refuseIncompatible(context, now, startCanary(now, name, { version: chosen, share, newSalt }));
  };
  return change(context, name, version, decide, (_before, after) => {
    return `canary ${name} ${findModule(after, name).canary?.version} for ${shareText(share)}`;
  });
}

/** Rolls a canary of the shell out, or stops it at 0 percent without named users. */
async function shellCanary(
  context: ReleaseContext,
  version: string | undefined,
  share: CanaryShare,
): Promise<string> {
  const newSalt = randomUUID();
  return changeShell(
    context,
    isStop(share) ? undefined : version,
    (now, build) =>
      isStop(share)
        ? stopShellCanary(now)
        : refuseIncompatible(context, now, startShellCanary(now, build, { share, newSalt })),
    (_before, after) => {
      const given = after.shellCanary;
      return given ? `canary shell ${given.shell.version} for ${shareText(share)}` : 'stop canary shell';
    },
  );
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
  await changeRegistry(context, (now) => {
    const before = present(now, context.store);
    if (trialOf(before, name).canary?.salt !== salt)
      throw new CommandError(`${name} ${version} is no longer a canary.`);
    const summary = `canary ${name} ${version} rolled back by its watch: ${why}`;
    return { registry: name === SHELL ? stopShellCanary(before) : stopCanary(before, name), summary };
  });
}

/** Changes the active shells: with a version of the store, or by `decide` alone. */
async function changeShell(
  context: ReleaseContext,
  version: string | undefined,
  decide: (registry: Registry, build: ShellBuild | undefined) => Registry | Promise<Registry>,
  summaryOf: (before: Registry, after: Registry) => string,
): Promise<string> {
  const folder = version === undefined ? undefined : `shell/${version}`;
  return claimed(context, folder, async () => {
    const build = version === undefined ? undefined : await shellInStore(context.store, version);
    const { summary } = await changeRegistry(context, async (now) => {
      const before = present(now, context.store);
      const registry = await decide(before, build);
      return { registry, summary: summaryOf(before, registry) };
    });
    return summary;
  });
}

const shellChange =
  (verb: string) =>
  (before: Registry, after: Registry): string =>
    `${verb} shell ${before.shell.version} → ${after.shell.version}`;

/** Makes a release stable: of the shell, or of a module. Without `version`, promotes the module's canary. */
export async function promoteRelease(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<string> {
  if (name === SHELL) {
    return changeShell(
      context,
      version,
      (now, build) => {
        const release = build ?? now.shellCanary?.shell;
        if (!release) throw new CommandError('Name the version: promote shell <version>');
        return refuseIncompatible(context, now, promoteShell(now, { kind: 'shell', ...release }));
      },
      shellChange('promote'),
    );
  }
  const decide = (now: Registry) => refuseIncompatible(context, now, promote(now, name, version));
  return change(context, name, version, decide, (before, after) => {
    const { stable, inactive } = findModule(before, name);
    return `promote ${name} ${inactive ? 'inactive' : stable} → ${stableOf(after, name)}`;
  });
}

/** Rolls back to the last good release or to `version`. Skips the contract check, because the release ran before. */
export async function rollbackRelease(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<string> {
  if (name === SHELL) {
    return changeShell(
      context,
      version,
      (now, build) => (build ? promoteShell(now, build) : rollbackShell(now)),
      shellChange('rollback'),
    );
  }
  return change(
    context,
    name,
    version,
    (now) => rollback(now, name, version),
    (before, after) => `rollback ${name} ${stableOf(before, name)} → ${stableOf(after, name)}`,
  );
}

/** Withdraws a module from all users. */
export function retireModule(context: ReleaseContext, name: string): Promise<string> {
  if (name === SHELL)
    throw new CommandError(
      'The shell cannot be retired, because no page works without it. Roll it back: rollback shell',
    );
  return change(
    context,
    name,
    undefined,
    (now) => retire(now, name),
    (before) => `retire ${name} ${stableOf(before, name)}`,
  );
}
