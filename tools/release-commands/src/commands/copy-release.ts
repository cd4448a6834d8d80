import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EarlyRefusal, Refusal } from '@dps/release-store/refusal';
import { RELEASE_FILE, type ReleaseStore } from '@dps/release-store/release-store';
import { folderOf, type Build } from './build-folder.ts';
import { damageText, findDamage } from './release-damage.ts';
import { createSame } from './upload.ts';

/** Copies a release to a folder, for the gates. Returns its files by their path in the store, the description last. */
export async function download(
  store: ReleaseStore,
  folder: string,
  target: string,
): Promise<Map<string, Buffer>> {
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
export async function copyMissing(
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
export async function refuseDamage(
  { address }: ReleaseStore,
  files: Pick<ReleaseStore, 'readFile' | 'listFiles'>,
  { release }: Build,
): Promise<void> {
  const damage = (await findDamage(files, release)).map(damageText);
  if (damage.length > 0) throw new EarlyRefusal([`In ${address}:`, ...damage].join('\n'));
}
