import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { folderOf, readBuildFile, readCompressed, type Build } from '../checks/build-folder.ts';
import { CommandError } from '../store/command-error.ts';
import { RELEASE_FILE, SOURCE_MAPS, type ReleaseStore } from '../store/release-store.ts';
import type { StoredRelease } from './stored-release.ts';

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
 * Writes the files of a build to the store, and its source maps. Continues an interrupted attempt, and replaces the damaged
 * files of a published release. The release description comes last, so a release with a description is complete.
 *
 * @throws CommandError if a file differs from the built file, or the store has it with other content
 */
export async function writeRelease(
  store: ReleaseStore,
  build: Build,
  { content, damage }: StoredRelease,
): Promise<void> {
  const damaged = new Set(damage.map(({ file }) => file));
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    const file = `${folderOf(build)}/${name}`;
    if (damaged.delete(file)) await store.removeFile(file);
    if ((await store.createFile(file, bytes)) || content === 'same') return;
    if (!(await store.readFile(file))?.equals(bytes))
      throw new CommandError(`${file} is in the store with other content. Raise the version.`);
  };
  for (const file of Object.keys(build.release.files)) {
    await write(file, await readBuildFile(build, file));
    for (const [name, copy] of await readCompressed(build, file)) await write(name, copy);
  }
  for (const [file, map] of await readSourceMaps(build)) await write(file, map);
  await write(RELEASE_FILE, Buffer.from(build.document));
  // A damaged compressed copy that this build does not have.
  for (const file of damaged) await store.removeFile(file);
}
