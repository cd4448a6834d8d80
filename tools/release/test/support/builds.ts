import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ModuleBuild } from '@dps/contract';
import { moduleBuild, moduleFiles, SHELL_FILES, shellBuild } from '../../src/store/testing/releases.ts';

function writeBuild(folder: string, files: Record<string, string>, release: object): string {
  const dist = path.join(folder, 'dist');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dist, name)), { recursive: true });
    writeFileSync(path.join(dist, name), content);
    writeFileSync(path.join(dist, `${name}.br`), brotliCompressSync(content));
  }
  writeFileSync(path.join(dist, 'release.json'), JSON.stringify(release));
  return folder;
}

/** Writes a module's build. Returns the package's folder. */
export const buildModule = (
  root: string,
  name: string,
  version: string,
  contract?: string,
  given: Partial<ModuleBuild> = {},
): string =>
  writeBuild(path.join(root, `mfe-${name}-${version}`), moduleFiles(name, version), {
    ...moduleBuild(name, version, contract),
    ...given,
  });

/** Writes the shell's build. Returns the package's folder. */
export const buildShell = (root: string, version: string, contract?: string): string =>
  writeBuild(path.join(root, `shell-${version}`), SHELL_FILES, shellBuild(version, contract));
