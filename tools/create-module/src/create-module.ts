import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { object } from 'yup';
import { moduleFiles, packageOf } from './module-files.ts';
import { planModule, type ModulePlan } from './module-plan.ts';

const lockFile = object({ packages: object().required() });

/** Adds the package to the lock file as npm would, which also drops what other platforms need. */
function lock(workspace: string, plan: ModulePlan): void {
  const file = path.join(workspace, 'package-lock.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { packages, ...rest } = lockFile.validateSync(content);
  const { name, version, dependencies, devDependencies } = packageOf(plan);
  const folder = `mfe-${plan.name}`;
  const added = {
    ...packages,
    [folder]: { name, version, dependencies, devDependencies },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  };
  // Workspaces stand in front of what is installed, each in the order of its name.
  const sorted = Object.entries(added).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...rest, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

/** Links the package where npm would, so that nothing has to be installed. */
function link(workspace: string, { name }: ModulePlan): void {
  const place = path.join(workspace, 'node_modules', '@dps', `mfe-${name}`);
  if (existsSync(path.dirname(place)) && !existsSync(place))
    symlinkSync(path.join('..', '..', `mfe-${name}`), place, 'junction');
}

/**
 * Makes a new module: a package with a page, its tests and what it needs to be released.
 *
 * @param workspace the folder of the workspace
 * @param name what the registry will call it: `flight-weather`
 * @returns what was decided, and the files that were written, below the workspace
 * @throws Refusal where the name or its address is taken, or cannot be one
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
  lock(workspace, plan);
  link(workspace, plan);
  return { plan, files };
}
