import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRelease, type ModuleBuild, type ShellBuild } from '@dps/shared-contracts';
import { isIntact } from '@dps/release-store/integrity';
import { messageOf, Refusal } from '@dps/release-store/refusal';
import { RELEASE_FILE } from '@dps/release-store/release-store';

/** What a package's build left to be released. */
export type Build = { folder: string; document: string } & (
  { kind: 'module'; release: ModuleBuild } | { kind: 'shell'; release: ShellBuild }
);

function parseBuild(folder: string, document: string): Build {
  const release = parseRelease(document);
  if (release.kind === 'shell') return { kind: 'shell', folder, document, release };
  return { kind: 'module', folder, document, release };
}

/** The files of a build besides its own document, whose table vouches for them. */
export async function readBuildFile({ folder, release }: Build, file: string): Promise<Buffer> {
  const content = await readFile(path.join(folder, file)).catch(() => null);
  const integrity = release.files[file];
  if (!content || integrity === undefined || !isIntact(content, integrity))
    throw new Refusal(`${path.join(folder, file)} is not the file that was built. Build the package again.`);
  return content;
}

/** The same file as the build has compressed it ahead, by name; its integrity is that of what it unpacks to. */
export async function readCompressed(
  { folder }: Build,
  file: string,
): Promise<[name: string, content: Buffer][]> {
  const names = [`${file}.br`, `${file}.gz`].filter((name) => existsSync(path.join(folder, name)));
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(path.join(folder, name))]),
  );
}

/** What people call a build: `jobs 1.1.0`. */
export const titleOf = ({ kind, release }: Build): string =>
  `${kind === 'shell' ? 'shell' : release.name} ${release.version}`;

/** The folder of a build's release in a store: `modules/jobs/1.1.0`. */
export const folderOf = ({ release }: Build): string => release.base.replace(/^\/|\/$/g, '');

/**
 * Finds what is to be released.
 *
 * @param given a package's folder, or its `dist`
 * @throws Refusal where it has no complete build
 */
export async function readBuild(given: string): Promise<Build> {
  const folder = [path.join(given, 'dist'), given].find((each) => existsSync(path.join(each, RELEASE_FILE)));
  if (folder === undefined)
    throw new Refusal(`${given} has no complete build. Build it first: npm run build -w <package>`);
  try {
    return parseBuild(folder, await readFile(path.join(folder, RELEASE_FILE), 'utf8'));
  } catch (error) {
    throw new Refusal(
      `${path.join(folder, RELEASE_FILE)} cannot be used: ${messageOf(error)}. Build it again.`,
    );
  }
}
