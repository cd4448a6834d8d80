import { mkdtemp, rm, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Registry } from '@dps/contract';
import { UnchangedError, CommandError } from '../store/command-error.ts';
import { RELEASE_FILE, SOURCE_MAPS, type ReleaseStore } from '../store/release-store.ts';
import { readSigned, type ReadContext } from '../registry/read-registry.ts';
import { findPart, findRelease, type AnyRelease } from '../registry/parts.ts';
import { folderOf, listedPart, readBuild } from '../checks/build-folder.ts';
import { SHELL } from '../store/entries.ts';
import { present } from './choose.ts';
import { damageText, findDamage } from './stored-release.ts';

const unzip = promisify(gunzip);

/** Copies a release to a folder, as its package has built it: with source maps that are not compressed. */
async function download(store: ReleaseStore, folder: string, target: string): Promise<void> {
  for (const each of await store.listFiles(folder)) {
    const content = await store.readFile(each);
    if (!content) throw new CommandError(`${each} is missing in ${store.address}.`);
    const name = each.slice(folder.length + 1);
    const isMap = name.startsWith(`${SOURCE_MAPS}/`);
    const file = path.join(target, ...(isMap ? name.replace(/\.gz$/, '') : name).split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, isMap ? await unzip(content) : content);
  }
}

/** Returns the release that a store lists: the given version, or the stable one. Throws CommandError if there is none. */
function signedRelease(registry: Registry, name: string, version: string | undefined): AnyRelease {
  const part = findPart(registry, name);
  const { stable, inactive, releases } = part;
  if (version === undefined && inactive)
    throw new CommandError(
      `${name} is inactive in the store of --from. Name a version: publish ${name}@<version>`,
    );
  if (name === SHELL && version !== undefined && !releases[version])
    throw new CommandError(`shell ${version} is not active in the store of --from. Promote it there first.`);
  return findRelease<AnyRelease>(part, version ?? stable);
}

async function readReleased({ store }: ReadContext, registry: Registry, given: string, target: string) {
  const [name = '', version] = given.split('@');
  const release = signedRelease(registry, name, version);
  const damage = (await findDamage(store, release)).map(damageText);
  if (damage.length > 0) throw new UnchangedError([`In ${store.address}:`, ...damage].join('\n'));
  const folder = folderOf({ release });
  await download(store, folder, target);
  if (!isDeepStrictEqual(listedPart(await readBuild(target)), release))
    throw new CommandError(`${folder}/${RELEASE_FILE} in ${store.address} differs from the signed release.`);
}

/**
 * Passes releases of another store to `work`, as folders with the builds of their packages.
 *
 * @param from the store that has the releases
 * @param names `jobs@1.1.0`, or `jobs` for the stable release there
 * @throws CommandError if the store does not list a release, or a file of it differs from the signed digest
 */
export async function withReleasesOf<Result>(
  from: ReadContext,
  names: readonly string[],
  work: (folders: string[]) => Promise<Result>,
): Promise<Result> {
  const registry = present((await readSigned(from)).registry, from.store);
  const temporary = await mkdtemp(path.join(tmpdir(), 'dps-releases-'));
  try {
    const folders = names.map((_name, index) => path.join(temporary, String(index)));
    for (const [index, folder] of folders.entries())
      await readReleased(from, registry, names[index] ?? '', folder);
    return await work(folders);
  } finally {
    await rm(temporary, { recursive: true });
  }
}
