import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModuleBuild, ShellRelease } from '@dps/shared-contracts';
import type { Compilation } from 'webpack';
import { BuildFailure } from '../build-failure.ts';
import { contractVersions } from '../contract-versions.ts';
import { containerName, releaseBase } from '../policy/container-name.ts';
import { integrityOf } from './integrity.ts';
import type { ModulePackage, ShellPackage } from '../package-context.ts';
import { pageFiles, shellFiles } from './release-plan.ts';

/** Names of all files below a folder, with forward slashes, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}

/** Subresource integrity of every file below a folder, by name. */
export async function integrityOfFiles(folder: string): Promise<Record<string, string>> {
  const table: Record<string, string> = {};
  for (const file of await listFiles(folder))
    table[file] = integrityOf(await readFile(path.join(folder, file)));
  return table;
}

/** The release of the shell, for its `release.json`. */
export function shellRelease(
  { dir, version }: ShellPackage,
  compilation: Compilation,
  files: Record<string, string>,
): ShellRelease {
  const { contract } = contractVersions();
  return { version, contract, base: releaseBase('shell', version), ...shellFiles(compilation, dir), files };
}

/** The release of a module, for its `release.json`. */
export function moduleRelease(
  { dir, name, version, manifest }: ModulePackage,
  compilation: Compilation,
  files: Record<string, string>,
): ModuleBuild {
  const entry = Object.keys(files).find((file) => /^assets\/remoteEntry\.\w+\.js$/.test(file));
  if (entry === undefined)
    throw new BuildFailure(`${name} has no remote entry`, 'Look at what webpack wrote.');
  return {
    name,
    title: manifest.title,
    version,
    container: containerName(name, version),
    base: releaseBase(name, version),
    entry,
    contract: manifest.contract,
    routes: manifest.routes.map(({ page, roles, ...route }) => ({
      ...route,
      ...(roles ? { roles } : {}),
      ...pageFiles(compilation, dir, page),
    })),
    navigation: manifest.navigation,
    widgets: manifest.widgets.map((widget) => widget.name),
    files,
  };
}
