import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { object } from 'yup';
import { moduleFiles, packageJsonOf } from './module-files.ts';
import { planModule, type ModulePlan } from './module-plan.ts';

const lockFile = object({ packages: object().required() });

/** Adds the package to the lock file. npm would also remove the optional packages of other platforms. */
function addToLockFile(workspace: string, plan: ModulePlan): void {
  const file = path.join(workspace, 'package-lock.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { packages, ...rest } = lockFile.validateSync(content);
  const { name, version, dependencies, devDependencies } = packageJsonOf(plan);
  const folder = `mfe-${plan.name}`;
  const added = {
    ...packages,
    [folder]: { name, version, dependencies, devDependencies },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  };
  // npm sorts the entries by name, so workspaces come before installed packages.
  const sorted = Object.entries(added).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...rest, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

/** Creates the link that npm would create, so that the module works without an install. */
function linkPackage(workspace: string, { name }: ModulePlan): void {
  const link = path.join(workspace, 'node_modules', '@dps', `mfe-${name}`);
  if (existsSync(path.dirname(link)) && !existsSync(link))
    symlinkSync(path.join('..', '..', `mfe-${name}`), link, 'junction');
}

/**
 * Creates a module: a package with a page, its tests and the files that a release needs.
 *
 * @param workspace path of the workspace
 * @param name name in the registry: `flight-weather`
 * @returns the plan, and the paths of the new files, relative to the workspace
 * @throws Refusal if the name is invalid, or the name or its path is taken
 */
export async function createModule(
  workspace: string,
  name: string,
): Promise<{ plan: ModulePlan; files: string[] }> {
  const plan = planModule(workspace, name);
  const files: string[] = [];
  for (const [relative, content] of Object.entries(moduleFiles(plan))) {
    const file = path.join(workspace, `mfe-${name}`, relative);
    const options = await resolveConfig(file);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await format(content, { ...options, filepath: file }));
    files.push(path.posix.join(`mfe-${name}`, relative));
  }
  addToLockFile(workspace, plan);
  linkPackage(workspace, plan);
  return { plan, files };
}
