import { isDeepStrictEqual } from 'node:util';
import { releasesIn, type ModuleRelease, type Registry } from '@dps/contract';
import { folderOf, isDescription, listedPart, type Build } from '../checks/build-folder.ts';
import { compressedNames, isIntactCopy } from '../store/compressed.ts';
import { isIntact } from '../store/integrity.ts';
import { RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';

/** A file of a release that a store does not have, or has with other content. */
interface Damage {
  /** Path in the store. */
  file: string;
  isMissing: boolean;
}

/** Returns the missing and changed files of a release. A release need not have compressed copies. */
export async function findDamage(
  store: Pick<ReleaseStore, 'readFile' | 'listFiles'>,
  release: Pick<ModuleRelease, 'base' | 'files'>,
): Promise<Damage[]> {
  const folder = folderOf({ release });
  const stored = new Set(await store.listFiles(folder));
  const damage: Damage[] = [];
  const check = async (name: string, isValid: (content: Buffer) => boolean | Promise<boolean>) => {
    const file = `${folder}/${name}`;
    const content = await store.readFile(file);
    if (!content) damage.push({ file, isMissing: true });
    else if (!(await isValid(content))) damage.push({ file, isMissing: false });
  };
  for (const [name, integrity] of Object.entries(release.files)) {
    await check(name, (content) => isIntact(content, integrity));
    for (const copy of compressedNames(name))
      if (stored.has(`${folder}/${copy}`) && !(copy in release.files))
        await check(copy, (content) => isIntactCopy(copy, content, integrity));
  }
  await check(RELEASE_FILE, (content) => isDescription(content.toString()));
  return damage;
}

/** Returns a sentence for a file, without its full stop. */
export const damageText = ({ file, isMissing }: Damage): string =>
  isMissing ? `${file} is missing` : `${file} differs from the released file`;

/** The version of a build in a store. */
export interface StoredRelease {
  /** Whether the store has no complete release of this version, this build, or another one. */
  content: 'none' | 'same' | 'other';
  /** Whether the registry lists this build, with the same digests. */
  isListed: boolean;
  /** The missing and changed files of the same build. */
  damage: readonly Damage[];
}

/** Compares a build with the release of its version in a store. */
export async function findStored(
  store: ReleaseStore,
  registry: Registry | undefined,
  build: Build,
): Promise<StoredRelease> {
  const isListed =
    registry !== undefined &&
    releasesIn(registry).some(
      (release) => release.base === build.release.base && isDeepStrictEqual(release, listedPart(build)),
    );
  const stored = (await store.readFile(`${folderOf(build)}/${RELEASE_FILE}`))?.toString();
  // The signed digests of the registry replace a missing or damaged description.
  const isDamaged = isListed && (stored === undefined || !isDescription(stored));
  if (stored === build.document || isDamaged)
    return { content: 'same', isListed, damage: await findDamage(store, build.release) };
  return { content: stored === undefined ? 'none' : 'other', isListed, damage: [] };
}
