import { RELEASE_FILE } from '@dps/release-store/release-store';
import { folderOf, readBuildFile, readCompressed, type Build } from './build-folder.ts';

/**
 * Uploads all files of a build. The release description comes last, so a release with a description is complete.
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
    const path = `${folderOf(build)}/${file}`;
    await place(path, content);
    paths.push(path);
  };
  for (const file of Object.keys(build.release.files)) {
    await add(file, await readBuildFile(build, file));
    for (const [name, content] of await readCompressed(build, file)) await add(name, content);
  }
  await add(RELEASE_FILE, Buffer.from(build.document));
  return paths;
}
