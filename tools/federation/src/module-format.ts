import { readModule, type ModulePackage } from './package-context.ts';
import { containerName } from './policy/container-name.ts';
import { LENT_RUNTIME } from './policy/lent-runtime.ts';
import { packagePolicy } from './policy/package-policy.ts';
import type { SharedEntry } from './policy/shared-policy.ts';

/** What a build tool has to know to make a release of a module: docs/release-format.md says what each of it is for. */
export interface ModuleFormat extends ModulePackage {
  /** Name of the container and of its global variable, and the `uniqueName` of the chunks. */
  container: string;
  /** What the module takes from the page, and how, as the federation plugin expects it. */
  shared: Record<string, SharedEntry>;
  /** The global variable in which the shell leaves its federation runtime for modules. */
  lentRuntime: string;
}

/**
 * Reads what a module is, whichever tool builds it.
 *
 * @param dir absolute path of its folder, which has `package.json` with its version and `module.json`
 * @throws BuildFailure when one of them is missing or says something that cannot be
 */
export function moduleFormat(dir: string): ModuleFormat {
  const pkg = readModule(dir);
  return {
    ...pkg,
    container: containerName(pkg.name, pkg.version),
    shared: packagePolicy(pkg),
    lentRuntime: LENT_RUNTIME,
  };
}
