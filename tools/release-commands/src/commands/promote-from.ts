import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { shellsIn, type ModuleBuild, type Registry } from '@dps/contract';
import { EarlyRefusal, Refusal } from '@dps/release-store/refusal';
import { RELEASE_FILE, type ReleaseStore } from '@dps/release-store/release-store';
import { refuseIncompatible } from '../gates/contract-change.ts';
import { passGates } from '../gates/gate.ts';
import {
  changeRegistry,
  readSigned,
  type ReadContext,
  type ReleaseContext,
} from '../registry/change-registry.ts';
import { promote } from '../registry/choose-release.ts';
import { promoteShell } from '../registry/choose-shell.ts';
import { refuseNewMismatches } from '../registry/contract-range.ts';
import { addRelease } from '../registry/add-release.ts';
import { findModule, findRelease, withModule } from '../registry/find-module.ts';
import { refuseForeignKey } from '../registry/sign-changes.ts';
import { claimRelease } from '../registry/release-claims.ts';
import { folderOf, listedPart, readBuild, titleOf, type Build } from './build-folder.ts';
import { present, SHELL } from './choose.ts';
import { copyMissing, download, refuseDamage } from './copy-release.ts';
import { afterUpload, type Gates } from './publish.ts';

/** A release of a store, with the description that its owner has signed there. */
interface Signed {
  folder: string;
  release: object;
}

/** Returns the release that a store lists: the given version, or the stable one. Throws Refusal if there is none. */
function signedRelease(registry: Registry, name: string, version: string | undefined): Signed {
  if (name === SHELL) {
    const release = shellsIn(registry).find((each) => each.version === (version ?? registry.shell.version));
    if (!release)
      throw new Refusal(`shell ${version} is not active in the store of --from. Promote it there first.`);
    return { folder: folderOf({ release }), release };
  }
  const module = findModule(registry, name);
  if (version === undefined && module.inactive)
    throw new Refusal(
      `${name} is inactive in the store of --from. Name a version: promote ${name} <version>`,
    );
  const release = findRelease(module, version ?? module.stable);
  return { folder: folderOf({ release }), release };
}

/** Lists a release of a module that the registry has. */
function withListed(registry: Registry, { kind: _kind, ...build }: ModuleBuild): Registry {
  const { name, title, owner, ...release } = build;
  const { owner: _former, ...known } = findModule(registry, name);
  const releases = { ...known.releases, [release.version]: release };
  return withModule(registry, { ...known, title, ...(owner !== undefined && { owner }), releases });
}

/**
 * Returns the registry with the build as the stable release.
 *
 * @throws Refusal if it is already stable, or listed with other content
 */
function activate(store: ReleaseStore, registry: Registry | undefined, build: Build): Registry {
  if (build.kind === 'shell') return promoteShell(registry, build.release);
  const before = present(registry, store);
  const { name, version } = build.release;
  const known = before.modules.find((module) => module.name === name);
  if (!known) return addRelease(before, build.release);
  const listed = known.releases[version];
  if (listed && !isDeepStrictEqual(listed, listedPart(build)))
    throw new EarlyRefusal(`${titleOf(build)} has other content in the two stores. Raise the version.`);
  return promote(withListed(before, build.release), name, version);
}

const stableOf = (registry: Registry | undefined, { kind, release }: Build): string | undefined =>
  kind === 'shell'
    ? registry?.shell.version
    : registry?.modules.find(({ name, inactive }) => name === release.name && !inactive)?.stable;

/**
 * Makes a release of another store stable in the store of the context, without a new build: the same files with the same
 * digests. The gates check it with the releases of the target. Only missing files are copied.
 *
 * @param from the store that has the release
 * @param version defaults to the stable release there
 * @returns a one-line summary
 * @throws Refusal if a rule rejects it; the registry of the target is then unchanged
 */
export async function promoteFrom(
  context: ReleaseContext,
  from: ReadContext,
  { module, version }: { module: string; version: string | undefined },
  { gates, report }: Gates,
): Promise<string> {
  const { store, dryRun } = context;
  if (from.store.address === store.address) throw new Refusal(`--from and --to are both ${store.address}.`);
  refuseForeignKey(context, module);
  const { folder, release } = signedRelease(
    present((await readSigned(from)).registry, from.store),
    module,
    version,
  );
  const temporary = await mkdtemp(path.join(tmpdir(), 'dps-promote-'));
  try {
    const files = await download(from.store, folder, temporary);
    const build = await readBuild(temporary);
    if (!isDeepStrictEqual(listedPart(build), release))
      throw new Refusal(
        `${folder}/${RELEASE_FILE} in ${from.store.address} differs from the signed release.`,
      );
    const copies = {
      readFile: async (file: string) => files.get(file) ?? null,
      listFiles: async () => [...files.keys()],
    };
    await refuseDamage(from.store, copies, build);
    const { registry: before } = await readSigned(context);
    const wanted = activate(store, before, build);
    if (before) refuseNewMismatches(before, wanted);
    await passGates(gates, { build, store, registry: before, keys: context.keys }, report);
    const change = async () => {
      const { summary } = await changeRegistry(context, async (now) => {
        const after = activate(store, now, build);
        const registry = now && !dryRun ? await refuseIncompatible(context, now, after) : after;
        const earlier = stableOf(now, build) ?? 'none';
        return {
          registry,
          summary: `promote ${module} ${earlier} → ${build.release.version} from ${from.store.address}`,
        };
      });
      return summary;
    };
    if (dryRun) return await change();
    return await claimRelease(store, folder, async () => {
      await copyMissing(store, files, build);
      return change().catch(afterUpload(titleOf(build)));
    });
  } finally {
    await rm(temporary, { recursive: true });
  }
}
