import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@dps/release/store/integrity';
import { parseRelease } from '@dps/contract';

export type ScriptChange = (text: string) => string;

const underscored = (version: string) => version.replaceAll('.', '_');

/** Returns the script that lists the integrity hashes of the other scripts, and the container's name. */
function partsOf(release: ReturnType<typeof parseRelease>): { hashFile: string; container: string } {
  if (release.kind === 'module') return { hashFile: release.entry, container: release.container };
  return { hashFile: release.main[0] ?? '', container: `shell_${underscored(release.version)}` };
}

/**
 * Writes a release with the code of a build, another version and new integrity hashes, in place of a second build.
 *
 * @param built folder of the build
 * @param folder receives the release, without compressed copies
 * @param change applies to each script; throws if it changes none
 * @returns `folder`
 */
export async function deriveRelease(
  built: string,
  folder: string,
  version: string,
  change?: ScriptChange,
): Promise<string> {
  const release = parseRelease(await readFile(path.join(built, 'release.json'), 'utf8'));
  const { hashFile, container } = partsOf(release);
  const base = release.base.replace(release.version, version);
  const newContainer = container.replace(underscored(release.version), underscored(version));
  const renamed = (text: string) => text.replaceAll(release.base, base).replaceAll(container, newContainer);
  const files: Record<string, string> = {};
  let hasChange = false;
  const write = async (file: string, content: Buffer | string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
    files[file] = integrityOf(content);
  };
  const script = async (file: string) => {
    const text = await readFile(path.join(built, file), 'utf8');
    const changed = change?.(text) ?? text;
    hasChange ||= changed !== text;
    return renamed(changed);
  };
  for (const file of Object.keys(release.files).filter((each) => each !== hashFile)) {
    // The hash file also contains the versions of shared packages. The other scripts contain only that of the release.
    if (file.endsWith('.js'))
      await write(file, (await script(file)).replaceAll(`"${release.version}"`, `"${version}"`));
    else await write(file, await readFile(path.join(built, file)));
  }
  let entry = await script(hashFile);
  for (const [file, hash] of Object.entries(release.files))
    if (files[file] !== undefined) entry = entry.replaceAll(hash, files[file]);
  await write(hashFile, entry);
  if (change && !hasChange) throw new Error(`The change of ${container} applies to no script`);
  const derived = {
    ...release,
    version,
    base,
    files,
    ...('container' in release && { container: newContainer }),
  };
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(derived, null, 2)}\n`);
  return folder;
}
