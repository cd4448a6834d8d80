import { readFile } from 'node:fs/promises';
import { parseModuleBuild, parseShellBuild } from '@dps/contract';
import { moduleKind, shellKind, type ModuleKind, type ShellKind } from './release-kinds.ts';
import type { ReleaseLab } from './release-lab.ts';

/** Paths of the files of a release, by kind. */
export type FilesByKind<Kind extends string> = ReadonlyMap<Kind, readonly string[]>;

interface PublishedFiles<Kind> {
  base: string;
  files: Record<string, string>;
  /** The file that lists the integrity hashes of the other files. */
  hashFile: string;
  /** Whether the hash file lists the files of a kind. */
  isListed: (kind: Kind) => boolean;
  kindOf: (file: string, text: string) => Kind;
}

async function filesByKind<Kind extends string>(
  lab: ReleaseLab,
  { base, files, hashFile, isListed, kindOf }: PublishedFiles<Kind>,
): Promise<FilesByKind<Kind>> {
  const text = (file: string) => readFile(lab.stored(base.slice(1) + file), 'latin1');
  const hashes = await text(hashFile);
  const byKind = new Map<Kind, string[]>();
  for (const [file, hash] of Object.entries(files)) {
    const kind = kindOf(file, await text(file));
    if (isListed(kind) && !hashes.includes(hash))
      throw new Error(`${hashFile} has no integrity hash of ${file}`);
    byKind.set(kind, [...(byKind.get(kind) ?? []), base + file]);
  }
  return byKind;
}

/** Returns the files of a published module. Rejects if its entry has no integrity hash for a script. */
export async function moduleFiles(
  lab: ReleaseLab,
  name: string,
  version: string,
): Promise<FilesByKind<ModuleKind>> {
  const build = parseModuleBuild(
    await readFile(lab.stored(`modules/${name}/${version}/release.json`), 'utf8'),
  );
  return filesByKind(lab, {
    ...build,
    hashFile: build.entry,
    isListed: (kind) => kind !== 'entry' && kind !== 'facts',
    kindOf: (file, text) => moduleKind(build, file, text),
  });
}

/** Returns the files of a published shell. Rejects if its main script has no integrity hash for a script. */
export async function shellFiles(lab: ReleaseLab, version: string): Promise<FilesByKind<ShellKind>> {
  const release = parseShellBuild(await readFile(lab.stored(`shell/${version}/release.json`), 'utf8'));
  const unlisted: ReadonlySet<ShellKind> = new Set(['main', 'font', 'facts']);
  return filesByKind(lab, {
    ...release,
    hashFile: release.main[0] ?? '',
    isListed: (kind) => !unlisted.has(kind),
    kindOf: (file) => shellKind(release, file),
  });
}
