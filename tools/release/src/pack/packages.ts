import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { array, lazy, mixed, object, string } from 'yup';

const texts = lazy((given: unknown) =>
  object(Object.fromEntries(Object.keys(given ?? {}).map((key) => [key, string().required()]))),
);
const packageJson = object({
  name: string().required(),
  version: string().required(),
  description: string(),
  sideEffects: mixed<boolean | string[]>(),
  bin: texts,
  exports: object(),
  dependencies: texts,
  peerDependencies: texts,
  peerDependenciesMeta: object(),
  optionalDependencies: texts,
  workspaces: array(string().required()),
});

/** The parts of a package.json that a packed package keeps or changes. */
export interface PackageJson {
  name: string;
  version: string;
  description?: string | undefined;
  sideEffects?: boolean | string[] | undefined;
  bin?: Record<string, string>;
  exports?: object | undefined;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: object | undefined;
  optionalDependencies?: Record<string, string>;
}

/** A package of the workspace. */
export interface SourcePackage {
  /** Absolute path. */
  dir: string;
  json: PackageJson;
}

/** Reads the package.json in a folder. Throws ValidationError if a field has another shape. */
export function readPackageJson(dir: string): PackageJson & { workspaces?: string[] | undefined } {
  return packageJson.validateSync(JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')));
}

function workspacePackages(root: string): Map<string, SourcePackage> {
  const patterns = (readPackageJson(root).workspaces ?? []).map((each) => `${each}/package.json`);
  const packages = globSync(patterns, { cwd: root })
    .map((file) => path.join(root, path.dirname(file)))
    .map((dir) => ({ dir, json: readPackageJson(dir) }));
  return new Map(packages.map((each) => [each.json.name, each]));
}

/**
 * Returns packages of a workspace with all packages of the workspace that they need to run.
 *
 * @param root absolute path of the workspace
 * @param names names of the packages: `@dps/ui`
 * @throws Error if the workspace has no package with one of these names
 */
export function packagesWith(root: string, names: readonly string[]): SourcePackage[] {
  const all = workspacePackages(root);
  const found = new Map<string, SourcePackage>();
  const add = (name: string): void => {
    const source = all.get(name);
    if (!source) throw new Error(`The workspace has no package ${name}`);
    if (found.has(name)) return;
    found.set(name, source);
    const needed = { ...source.json.dependencies, ...source.json.peerDependencies };
    for (const each of Object.keys(needed)) if (all.has(each)) add(each);
  };
  names.forEach(add);
  return [...found.values()];
}
