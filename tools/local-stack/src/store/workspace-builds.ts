import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isIntact } from '@dps/release-store/integrity';
import {
  parseModuleBuild,
  parseShellRelease,
  type ModuleBuild,
  type ShellRelease,
} from '@dps/shared-contracts';
import { object, string } from 'yup';
import { StackFailure, messageOf, systemCodeOf } from '../failure.ts';
import { RELEASE_FILE } from './layout.ts';

const packageJson = object({ name: string().required() });
const SHELL_PACKAGE = '@dps/shell';
const MODULE_PACKAGE = /^@dps\/mfe-/;

/** A package's `dist` folder and the release that it holds. */
export interface Build<Release> {
  dist: string;
  release: Release;
}

export interface WorkspaceBuilds {
  shell: Build<ShellRelease>;
  modules: Build<ModuleBuild>[];
}

interface PackageFolder {
  name: string;
  folder: string;
}

function packagesOf(workspace: string): PackageFolder[] {
  return readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(workspace, entry.name, 'package.json')))
    .map((entry) => {
      const folder = join(workspace, entry.name);
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      return { folder, name: packageJson.validateSync(JSON.parse(text)).name };
    });
}

function checkWhole(dist: string, files: Record<string, string>): void {
  for (const [file, integrity] of Object.entries(files)) {
    if (!isIntact(readFileSync(join(dist, file)), integrity))
      throw new StackFailure(`${file} is not the file that was built`);
  }
}

function readBuild<Release extends { files: Record<string, string> }>(
  { name, folder }: PackageFolder,
  parse: (text: string) => Release,
): Build<Release> {
  const dist = join(folder, 'dist');
  try {
    const release = parse(readFileSync(join(dist, RELEASE_FILE), 'utf8'));
    checkWhole(dist, release.files);
    return { dist, release };
  } catch (error) {
    const reason =
      systemCodeOf(error) === 'ENOENT' ? 'it has not been built, or not to the end' : messageOf(error);
    throw new StackFailure(`${name} cannot be published: ${reason}. Build it: npm run build -w ${name}`);
  }
}

/**
 * Finds what the workspace has built: the shell, and every package that is a module by its name and its `module.json`.
 *
 * @throws StackFailure that names a package which has no complete build
 */
export function readWorkspaceBuilds(workspace: string): WorkspaceBuilds {
  const packages = packagesOf(workspace);
  const shell = packages.find(({ name }) => name === SHELL_PACKAGE);
  if (!shell) throw new StackFailure(`${workspace} has no package ${SHELL_PACKAGE}.`);
  return {
    shell: readBuild(shell, parseShellRelease),
    modules: packages
      .filter(({ name, folder }) => MODULE_PACKAGE.test(name) && existsSync(join(folder, 'module.json')))
      .map((folder) => readBuild(folder, parseModuleBuild)),
  };
}
