import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Refusal } from '../store/refusal.ts';
import { RELEASE_FILE, SOURCE_MAPS, type ReleaseStore } from '../store/release-store.ts';
import { folderOf, readBuildFile, readCompressed, type Build } from '../checks/build-folder.ts';
import type { Damage } from './release-damage.ts';

const zip = promisify(gzip);

/** Returns the compressed source maps of a build, by their path in the release. Other build tools may write none. */
async function readSourceMaps({ folder }: Build): Promise<[file: string, content: Buffer][]> {
  const maps = path.join(folder, SOURCE_MAPS);
  if (!existsSync(maps)) return [];
  const entries = await readdir(maps, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, Buffer]> => {
        const file = path.join(entry.parentPath, entry.name);
        const relative = path.relative(folder, file).replaceAll(path.sep, '/');
        return [`${relative}.gz`, await zip(await readFile(file))];
      }),
  );
}

/**
 * Uploads all files of a build, and its source maps. The release description comes last, so a release with a description is complete.
 *
 * @param place writes one file, by its path in the store
 * @returns the paths of the files
 * @throws Refusal if a file differs from the built file
 */
export async function upload(
  build: Build,
  place: (path: string, content: Buffer) => Promise<void>,
): Promise<string[]> {
  const paths: string[] = [];
  const add = async (file: string, content: Buffer) => {
    const target = `${folderOf(build)}/${file}`;
    await place(target, content);
    paths.push(target);
  };
  for (const file of Object.keys(build.release.files)) {
    await add(file, await readBuildFile(build, file));
    for (const [name, content] of await readCompressed(build, file)) await add(name, content);
  }
  for (const [file, content] of await readSourceMaps(build)) await add(file, content);
  await add(RELEASE_FILE, Buffer.from(build.document));
  return paths;
}

/**
 * Writes the damaged files of a published release again, and those that are missing. Keeps the others.
 *
 * @param build with the digests of the release
 * @param damage the files to replace
 */
export async function restoreFiles(
  store: ReleaseStore,
  build: Build,
  damage: readonly Damage[],
): Promise<void> {
  const damaged = new Set(damage.map(({ file }) => file));
  const paths = await upload(build, async (file, content) => {
    if (damaged.has(file)) await store.removeFile(file);
    await store.createFile(file, content);
  });
  // A damaged compressed copy that this build does not have.
  for (const file of damaged) if (!paths.includes(file)) await store.removeFile(file);
}

/** Creates a file of a release. Throws Refusal if the store has it with other content. */
export async function createSame(store: ReleaseStore, file: string, content: Buffer): Promise<void> {
  if (await store.createFile(file, content)) return;
  if (!(await store.readFile(file))?.equals(content))
    throw new Refusal(`${file} is in the store with other content. Raise the version.`);
}
