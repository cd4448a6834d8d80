import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleManifest, type ModuleManifest } from '@dps/contract';
import { object, string, ValidationError } from 'yup';
import { BuildFailure } from './build-failure.ts';

const packageJson = object({ name: string().required(), version: string().required() });

interface Named {
  /** Absolute path of the package. */
  dir: string;
  /** Name on npm: `@dps/mfe-jobs`. */
  packageName: string;
  version: string;
}

export interface ShellPackage extends Named {
  role: 'shell';
  name: 'shell';
}

export interface ModulePackage extends Named {
  role: 'module';
  /** Name in the registry: `jobs`. */
  name: string;
  manifest: ModuleManifest;
}

export type FrontendPackage = ShellPackage | ModulePackage;

/** Reads a JSON file. Throws BuildFailure if it is missing or not valid JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BuildFailure(`${file} cannot be read: ${reason}`, 'Correct the file, then build again.');
  }
}

function readManifest(file: string): ModuleManifest {
  const content = readJson(file);
  try {
    return moduleManifest.validateSync(content, { strict: true, abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const wrong = error.inner.map(({ path: field, message }) => `${field ?? ''}: ${message}`).join('; ');
    throw new BuildFailure(
      `${file} is not a valid module manifest: ${wrong || error.message}`,
      'Correct these fields.',
    );
  }
}

const readNames = (dir: string) => packageJson.validateSync(readJson(path.join(dir, 'package.json')));

/**
 * Reads the module at `dir`. Its package may have any name.
 *
 * @throws BuildFailure if its `package.json` or `module.json` is missing or invalid
 */
export function readModule(dir: string): ModulePackage {
  const { name: packageName, version } = readNames(dir);
  const manifest = readManifest(path.join(dir, 'module.json'));
  return { role: 'module', name: manifest.name, manifest, dir, packageName, version };
}

/**
 * Reads the package at `dir`: the shell, or a module, which has a `module.json`.
 *
 * @throws BuildFailure if a file is missing or invalid
 */
export function readPackage(dir: string): FrontendPackage {
  const { name: packageName, version } = readNames(dir);
  if (packageName === '@dps/shell') return { role: 'shell', name: 'shell', dir, packageName, version };
  if (!existsSync(path.join(dir, 'module.json'))) {
    throw new BuildFailure(
      `${packageName} has no module.json`,
      'dps-build builds only the shell and modules. A module states its name, routes, navigation and widgets in module.json.',
    );
  }
  return readModule(dir);
}
