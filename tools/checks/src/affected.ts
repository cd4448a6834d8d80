import { readFileSync } from 'node:fs';
import path from 'node:path';
import { array, object, string } from 'yup';
import { ROOT, run } from './command.ts';
import { repositoryFiles } from './repository-files.ts';

/** A package of the workspace. */
export interface Package {
  name: string;
  /** Relative to the workspace's root. */
  folder: string;
}

/** Value of `Concern.of` for a step that checks each package separately. */
export const EACH_PACKAGE = 'each package';

/** The subject of a step. */
export interface Concern {
  /** The package that the step checks, or `EACH_PACKAGE`. A step without it checks the complete repository. */
  of?: string;
}

/** The base of the comparison is no commit of this clone. */
export class NoBase extends Error {}

const projectNames = array(string().required()).required();
const manifest = object({ name: string().required() });

/** Returns the name of a package from its `package.json`. */
const nameIn = (file: string) =>
  manifest.validateSync(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))).name;

/**
 * Returns the packages that differ from main's merge base, and those that depend on them. Files without a commit count.
 * The variable `NX_BASE` names another base.
 * @param options Options of `nx show projects --affected`. `--files` replaces the comparison with main.
 * @throws NoBase if git does not find the base.
 */
export async function affectedPackages(...options: string[]): Promise<Package[]> {
  const { ok, output } = await run('nx', ['show', 'projects', '--affected', '--json', ...options]);
  if (!ok)
    throw new NoBase(
      `The files cannot be compared with the base. Set NX_BASE to a commit.\n${output.trim()}`,
    );
  const names = new Set(projectNames.validateSync(JSON.parse(output.trim().split('\n').at(-1) ?? '')));
  return repositoryFiles('**/package.json')
    .map((file) => ({ name: nameIn(file), folder: path.dirname(file) }))
    .filter(({ name }) => names.has(name));
}

/** Returns the steps that check one of the packages, or the complete repository. */
export function stepsOf<T extends Concern>(steps: readonly T[], packages: readonly Package[]): T[] {
  return steps.filter(({ of }) => {
    if (of === undefined) return true;
    return of === EACH_PACKAGE ? packages.length > 0 : packages.some(({ name }) => name === of);
  });
}
