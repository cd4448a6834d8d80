import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  parseRelease,
  type ModuleBuild,
  type ModuleRelease,
  type ShellBuild,
  type ShellRelease,
} from '@dps/contract';
import { compressedNames, isIntactCopy } from '../store/compressed.ts';
import { isIntact } from '../store/integrity.ts';
import { messageOf, CommandError } from '../store/command-error.ts';
import { RELEASE_FILE } from '../store/release-store.ts';

/** The description of a build, with its kind. */
export type Described = { kind: 'module'; release: ModuleBuild } | { kind: 'shell'; release: ShellBuild };
/** The build of a package. */
export type Build = { folder: string; document: string } & Described;

/** Parses a release description. Throws if it is invalid. */
function parseBuild(folder: string, document: string): Build {
  const release = parseRelease(document);
  if (release.kind === 'shell') return { kind: 'shell', folder, document, release };
  return { kind: 'module', folder, document, release };
}

/** Returns whether a text is a release description. */
export function isDescription(document: string): boolean {
  try {
    parseRelease(document);
    return true;
  } catch {
    return false;
  }
}

/** Reads a file of a build. Throws CommandError if it is missing, or its content differs from the release description. */
export async function readBuildFile({ folder, release }: Build, file: string): Promise<Buffer> {
  const content = await readFile(path.join(folder, file)).catch(() => null);
  const integrity = release.files[file];
  if (!content) throw new CommandError(`${path.join(folder, file)} is missing. Build the package again.`);
  if (integrity === undefined || !isIntact(content, integrity))
    throw new CommandError(
      `${path.join(folder, file)} differs from the built file. Build the package again.`,
    );
  return content;
}

/**
 * Reads the compressed copies of a file, with their names. The integrity hash covers the expanded content.
 *
 * @throws CommandError if a copy has other content than the file
 */
export async function readCompressed(
  { folder, release }: Build,
  file: string,
): Promise<[name: string, content: Buffer][]> {
  const names = compressedNames(file).filter(
    (name) => !(name in release.files) && existsSync(path.join(folder, name)),
  );
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => {
      const content = await readFile(path.join(folder, name));
      if (await isIntactCopy(name, content, release.files[file] ?? '')) return [name, content];
      throw new CommandError(`${name} does not have the content of ${file}. Build the package again.`);
    }),
  );
}

/** Returns the name of a build in commands and keys: of the module, or `shell`. */
export const nameOf = ({ kind, release }: Described): string => (kind === 'shell' ? kind : release.name);

/** Returns the title of a build for messages: `jobs 1.1.0`. */
export const titleOf = (build: Described): string => `${nameOf(build)} ${build.release.version}`;

/** Returns the folder of a build's release in a store: `modules/jobs/1.1.0`. */
export const folderOf = ({ release }: { release: Pick<Build['release'], 'base'> }): string =>
  release.base.replace(/^\/|\/$/g, '');

/** Returns the part of a module's build that a registry lists for each release. */
export const moduleReleaseOf = ({
  kind: _kind,
  name: _name,
  title: _title,
  owner: _owner,
  ...release
}: ModuleBuild): ModuleRelease => release;

/** Returns the part of a shell's build that a registry lists. */
export const shellReleaseOf = ({ kind: _kind, ...release }: ShellBuild): ShellRelease => release;

/** Returns the part of a build that a registry lists. */
export const listedPart = ({ kind, release }: Described): ModuleRelease | ShellRelease =>
  kind === 'shell' ? shellReleaseOf(release) : moduleReleaseOf(release);

/**
 * Reads the build of a package.
 *
 * @param given a package's folder, or its `dist`
 * @throws CommandError if there is no complete build
 */
export async function readBuild(given: string): Promise<Build> {
  const folder = [path.join(given, 'dist'), given].find((each) => existsSync(path.join(each, RELEASE_FILE)));
  if (folder === undefined)
    throw new CommandError(`${given} has no complete build. Build the package first.`);
  try {
    return parseBuild(folder, await readFile(path.join(folder, RELEASE_FILE), 'utf8'));
  } catch (error) {
    throw new CommandError(
      `${path.join(folder, RELEASE_FILE)} is invalid: ${messageOf(error)}. Build it again.`,
    );
  }
}
