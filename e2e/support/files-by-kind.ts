import { readFile } from 'node:fs/promises';
import { parseModuleBuild, parseShellBuild } from '@dps/shared-contracts';
import { moduleKind, shellKind, type ModuleKind, type ShellKind } from './release-kinds.ts';
import type { ReleaseLab } from './release-lab.ts';

/** Addresses of a release's files by their kind. */
export type FilesByKind<Kind extends string> = ReadonlyMap<Kind, readonly string[]>;

interface Released<Kind> {
  base: string;
  files: Record<string, string>;
  /** The file that vouches for the others, and the kinds for which it does. */
  voucher: string;
  vouchesFor: (kind: Kind) => boolean;
  kindOf: (file: string, text: string) => Kind;
}

async function filesByKind<Kind extends string>(
  lab: ReleaseLab,
  { base, files, voucher, vouchesFor, kindOf }: Released<Kind>,
): Promise<FilesByKind<Kind>> {
  const text = (file: string) => readFile(lab.stored(base.slice(1) + file), 'latin1');
  const digests = await text(voucher);
  const found = new Map<Kind, string[]>();
  for (const [file, digest] of Object.entries(files)) {
    const kind = kindOf(file, await text(file));
    if (vouchesFor(kind) && !digests.includes(digest))
      throw new Error(`${voucher} does not vouch for ${file}`);
    found.set(kind, [...(found.get(kind) ?? []), base + file]);
  }
  return found;
}

/** The files of a published module. Rejects where its entry does not vouch for one that runs. */
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
    voucher: build.entry,
    vouchesFor: (kind) => kind !== 'entry' && kind !== 'facts',
    kindOf: (file, text) => moduleKind(build, file, text),
  });
}

/** The files of a published shell. Rejects where its main script does not vouch for one that runs. */
export async function shellFiles(lab: ReleaseLab, version: string): Promise<FilesByKind<ShellKind>> {
  const release = parseShellBuild(await readFile(lab.stored(`shell/${version}/release.json`), 'utf8'));
  const apart: ReadonlySet<ShellKind> = new Set(['main', 'font', 'facts']);
  return filesByKind(lab, {
    ...release,
    voucher: release.main[0] ?? '',
    vouchesFor: (kind) => !apart.has(kind),
    kindOf: (file) => shellKind(release, file),
  });
}
