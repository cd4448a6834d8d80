import { mkdtemp, rm, mkdir, writeFile } from 'node:fs/promises';
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
import { afterUpload, type Gates } from './publish.ts';
import { damageText, findDamage } from './release-damage.ts';
import { createSame } from './upload.ts';

/** Copies a release to a folder, for the gates. Returns its files by their path in the store, the description last. */
async function download(store: ReleaseStore, folder: string, target: string): Promise<Map<string, Buffer>> {
  const description = `${folder}/${RELEASE_FILE}`;
  const others = (await store.listFiles(folder)).filter((each) => each !== description);
  const files = new Map<string, Buffer>();
  for (const each of [...others, description]) {
    const content = await store.readFile(each);
    if (!content) throw new Refusal(`${each} is missing in ${store.address}.`);
    const file = path.join(target, ...each.slice(folder.length + 1).split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    files.set(each, content);
  }
  return files;
}

/** Copies the files that a store lacks. Throws Refusal if it has one with other content, or a file is damaged afterwards. */
async function copyMissing(
  store: ReleaseStore,
  files: ReadonlyMap<string, Buffer>,
  build: Build,
): Promise<void> {
  const existing = new Set(await store.listFiles(folderOf(build)));
  for (const [file, content] of files) {
    if (!existing.has(file)) await createSame(store, file, content);
    else if (!(await store.readFile(file))?.equals(content))
      throw new Refusal(`${file} is in ${store.address} with other content. Raise the version.`);
  }
  await refuseDamage(store, store, build);
}

/**
 * Throws EarlyRefusal if a file of a release differs from its digest.
 *
 * @param files reads the files of the release in a store, or copies of them
 */
async function refuseDamage(
  { address }: ReleaseStore,
  files: Pick<ReleaseStore, 'readFile' | 'listFiles'>,
  { release }: Build,
): Promise<void> {
  const damage = (await findDamage(files, release)).map(damageText);
  if (damage.length > 0) throw new EarlyRefusal([`In ${address}:`, ...damage].join('\n'));
}

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
