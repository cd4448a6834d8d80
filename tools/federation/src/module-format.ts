import path from 'node:path';
import type { ModuleManifest } from '@dps/shared-contracts';
import { contractVersions } from './contract-versions.ts';
import { readManifest, readVersion } from './package-context.ts';
import { containerName } from './policy/container-name.ts';
import { LENT_RUNTIME } from './policy/lent-runtime.ts';
import { sharedPolicy, type SharedEntry } from './policy/shared-policy.ts';

/** What a build tool has to know to make a release of a module: docs/release-format.md says what each of it is for. */
export interface ModuleFormat {
  /** Absolute path of the module. */
  dir: string;
  manifest: ModuleManifest;
  version: string;
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
  const version = readVersion(path.join(dir, 'package.json'));
  const manifest = readManifest(path.join(dir, 'module.json'));
  return {
    dir,
    manifest,
    version,
    container: containerName(manifest.name, version),
    shared: sharedPolicy('module', contractVersions(), manifest.contract),
    lentRuntime: LENT_RUNTIME,
  };
}
