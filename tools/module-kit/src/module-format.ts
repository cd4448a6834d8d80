import { readModule, type ModulePackage } from './package-context.ts';
import { containerName } from './policy/container-name.ts';
import { RUNTIME_GLOBAL, packagePolicy } from './policy/package-policy.ts';
import type { SharedEntry } from './policy/shared-policy.ts';

/** The facts that any build tool needs to build a release of a module; see docs/release-format.md. */
export interface ModuleFormat extends ModulePackage {
  /** Name of the container and of its global variable, and webpack's `uniqueName`. */
  container: string;
  /** The `shared` option of the federation plugin. */
  shared: Record<string, SharedEntry>;
  /** The global variable in which the shell provides its federation runtime to modules. */
  runtimeGlobal: string;
}

/**
 * Reads the format of a module's release. It is the same for every build tool.
 *
 * @param dir absolute path of the module's folder, which has `package.json` and `module.json`
 * @throws BuildFailure if one of these files is missing or invalid
 */
export function moduleFormat(dir: string): ModuleFormat {
  const pkg = readModule(dir);
  return {
    ...pkg,
    container: containerName(pkg.name, pkg.version),
    shared: packagePolicy(pkg),
    runtimeGlobal: RUNTIME_GLOBAL,
  };
}
