import { readFile } from 'node:fs/promises';
import { parseModuleBuild, parseShellBuild, type ModuleBuild, type ShellRelease } from '@dps/contract';
import type { ReleaseEnvironment } from './release-environment.ts';

/** Purpose of a module file. Only developers and checks read `facts`; no page loads them. */
type ModuleKind = 'entry' | 'expose' | 'page' | 'common' | 'lazy' | 'worker' | 'facts';
/** Purpose of a shell file. A font cannot run. */
type ShellKind = 'main' | 'core' | 'user' | 'lazy' | 'font' | 'facts';

/** Rejects a file of a new kind: the kind needs a journey that corrupts its files. */
const unknown = (file: string): never => {
  throw new Error(`No journey corrupts files of the kind of ${file}`);
};

function otherKind(file: string): 'facts' | 'font' {
  if (/^[a-z-]+\.json$/.test(file)) return 'facts';
  return file.endsWith('.woff2') ? 'font' : unknown(file);
}

/**
 * Returns the kind of a module file, from its release.
 *
 * @param text the file's content: only the script of a worker registers no chunk
 */
function moduleKind({ entry, routes }: ModuleBuild, file: string, text: string): ModuleKind {
  if (file === entry) return 'entry';
  if (!/^assets\/[\w.-]+\.js$/.test(file)) return otherKind(file) === 'facts' ? 'facts' : unknown(file);
  const users = routes.filter(({ chunks }) => chunks.includes(file));
  if (users.some(({ chunks }) => chunks[0] === file)) return 'expose';
  if (users.length > 0) return users.length === 1 ? 'page' : 'common';
  return /globalThis\.webpackChunk\w+\|\|=/.test(text.slice(0, 200)) ? 'lazy' : 'worker';
}

/** Returns the kind of a shell file, from its release. */
function shellKind({ main, preload, frame, shared }: ShellRelease, file: string): ShellKind {
  if (main.includes(file)) return 'main';
  if (preload.includes(file)) return 'core';
  const ofUsers = [...(frame ?? []), ...Object.values(shared ?? {}).flat()];
  if (ofUsers.includes(file)) return 'user';
  return /^assets\/[\w.-]+\.js$/.test(file) ? 'lazy' : otherKind(file);
}

/** Paths of the files of a release, by kind. */
type FilesByKind<Kind extends string> = ReadonlyMap<Kind, readonly string[]>;

/**
 * Returns the files by kind. Rejects if the file that lists the integrity hashes has none of another file.
 *
 * @param unlisted kinds of files without a hash in that file
 */
async function filesByKind<Kind extends string>(
  environment: ReleaseEnvironment,
  { base, files }: Pick<ModuleBuild, 'base' | 'files'>,
  hashFile: string,
  unlisted: ReadonlySet<Kind>,
  kindOf: (file: string, text: string) => Kind,
): Promise<FilesByKind<Kind>> {
  const text = (file: string) => readFile(environment.stored(base.slice(1) + file), 'latin1');
  const hashes = await text(hashFile);
  const byKind = new Map<Kind, string[]>();
  for (const [file, hash] of Object.entries(files)) {
    const kind = kindOf(file, await text(file));
    if (!unlisted.has(kind) && !hashes.includes(hash))
      throw new Error(`${hashFile} has no integrity hash of ${file}`);
    byKind.set(kind, [...(byKind.get(kind) ?? []), base + file]);
  }
  return byKind;
}

/** Returns the files of a published module. Rejects if its entry has no integrity hash for a script. */
export async function moduleFiles(environment: ReleaseEnvironment, name: string, version: string) {
  const document = environment.stored(`modules/${name}/${version}/release.json`);
  const build = parseModuleBuild(await readFile(document, 'utf8'));
  return filesByKind<ModuleKind>(environment, build, build.entry, new Set(['entry', 'facts']), (file, text) =>
    moduleKind(build, file, text),
  );
}

/** Returns the files of a published shell. Rejects if its main script has no integrity hash for a script. */
export async function shellFiles(environment: ReleaseEnvironment, version: string) {
  const release = parseShellBuild(
    await readFile(environment.stored(`shell/${version}/release.json`), 'utf8'),
  );
  const unlisted = new Set<ShellKind>(['main', 'font', 'facts']);
  return filesByKind(environment, release, release.main[0] ?? '', unlisted, (file) =>
    shellKind(release, file),
  );
}
