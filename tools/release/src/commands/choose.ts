import { randomUUID } from 'node:crypto';
import type { Canary, Registry, ShellBuild } from '@dps/shared-contracts';
import { refuseUnfit } from '../gates/contract-change.ts';
import { changeRegistry, readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { promote, rollback, startCanary, stopCanary } from '../registry/choose-release.ts';
import { promoteShell, rollbackShell } from '../registry/choose-shell.ts';
import { findModule } from '../registry/find-module.ts';
import { Refusal } from '@dps/release-store/refusal';
import { relist, shellInStore } from './list-release.ts';

/** What the commands call the shell; no module can be named so. */
const SHELL = 'shell';

function present(registry: Registry | undefined): Registry {
  if (registry) return registry;
  throw new Refusal('This store has no registry yet. Publish the shell first.');
}

/** Changes which release of one module runs, whether the registry lists that release still or not. */
async function change(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
  decide: (registry: Registry) => Registry | Promise<Registry>,
  summaryOf: (before: Registry, after: Registry) => string,
): Promise<string> {
  const { registry } = await readSigned(context);
  const listed = await relist(context.store, registry, name, version);
  const { summary } = await changeRegistry(context, async (now) => {
    const before = present(now);
    const after = await decide(listed(before));
    return { registry: after, summary: summaryOf(before, after) };
  });
  return summary;
}

const stableOf = (registry: Registry, name: string): string => findModule(registry, name).stable;

/** Gives a release to `percent` of a hundred users; 0 takes the canary back. Returns what was done, in a line. */
export async function canary(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
  percent: number,
): Promise<string> {
  if (percent === 0)
    return change(
      context,
      name,
      undefined,
      (now) => stopCanary(now, name),
      () => `canary ${name} taken back`,
    );
  const newSalt = randomUUID();
  const decide = (now: Registry) => {
    const chosen = version ?? findModule(now, name).canary?.version;
    if (chosen === undefined)
      throw new Refusal(`Name the version: canary ${name} <version> --percent ${percent}`);
    return refuseUnfit(context, now, startCanary(now, name, { version: chosen, percent, newSalt }));
  };
  return change(context, name, version, decide, (_before, after) => {
    const given = findModule(after, name).canary;
    return `canary ${name} ${given?.version} for ${percent} of 100 users`;
  });
}

/**
 * Takes back a canary that does badly, as its watch has seen.
 *
 * @param why for the history
 * @throws Refusal where it is no canary any more
 */
export async function takeBackCanary(
  context: ReleaseContext,
  name: string,
  { version, salt }: Canary,
  why: string,
): Promise<void> {
  await changeRegistry(context, (now) => {
    const before = present(now);
    if (findModule(before, name).canary?.salt !== salt)
      throw new Refusal(`${name} ${version} is no canary any more.`);
    const summary = `canary ${name} ${version} taken back by its watch: ${why}`;
    return { registry: stopCanary(before, name), summary };
  });
}

async function changeShell(
  context: ReleaseContext,
  verb: string,
  decide: (registry: Registry) => Registry | Promise<Registry>,
): Promise<string> {
  const { summary } = await changeRegistry(context, async (now) => {
    const before = present(now);
    const registry = await decide(before);
    return { registry, summary: `${verb} shell ${before.shell.version} → ${registry.shell.version}` };
  });
  return summary;
}

const withShell = (release: ShellBuild) => (now: Registry) => promoteShell(now, release);

/** Gives a release to everybody: of a module, the canary's unless `version` is given, or of the shell. */
export async function promoteRelease(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<string> {
  if (name === SHELL) {
    if (version === undefined) throw new Refusal('Name the version: promote shell <version>');
    const release = await shellInStore(context.store, version);
    return changeShell(context, 'promote', (now) => refuseUnfit(context, now, withShell(release)(now)));
  }
  const decide = (now: Registry) => refuseUnfit(context, now, promote(now, name, version));
  return change(context, name, version, decide, (before, after) => {
    return `promote ${name} ${stableOf(before, name)} → ${stableOf(after, name)}`;
  });
}

/** Goes back to the last good release, or to `version`. What fits is not asked: it ran before. */
export async function rollbackRelease(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<string> {
  if (name === SHELL) {
    const decide =
      version === undefined ? rollbackShell : withShell(await shellInStore(context.store, version));
    return changeShell(context, 'rollback', decide);
  }
  return change(
    context,
    name,
    version,
    (now) => rollback(now, name, version),
    (before, after) => `rollback ${name} ${stableOf(before, name)} → ${stableOf(after, name)}`,
  );
}
