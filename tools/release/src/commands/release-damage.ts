import type { ModuleRelease } from '@dps/contract';
import { compressedNames, isIntactCopy } from '../store/compressed.ts';
import { isIntact } from '../store/integrity.ts';
import { RELEASE_FILE, type ReleaseStore } from '../store/release-store.ts';
import { folderOf, isDescription } from '../checks/build-folder.ts';

/** A file of a release that a store does not have, or has with other content. */
export interface Damage {
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
