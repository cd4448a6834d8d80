import { contractVersions } from '../contract-versions.ts';
import type { FrontendPackage } from '../package-context.ts';
import { sharedPolicy, type SharedEntry } from './shared-policy.ts';

/** Global variable with the shell's federation runtime, which modules use. Its name ends with the runtime's major version. */
export const RUNTIME_GLOBAL = '__federationRuntime2';

/** Returns the shared packages of the shell or a module, for its role, its contract range and the installed contract. */
export function packagePolicy(pkg: FrontendPackage): Record<string, SharedEntry> {
  return sharedPolicy(
    pkg.role,
    contractVersions(),
    pkg.role === 'module' ? pkg.manifest.contract : undefined,
  );
}

/** webpack's `PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE`, whose number Rspack shares. The minimizer of this stage removes comments. */
const OPTIMIZE_SIZE = 400;

/**
 * Options of the `BannerPlugin` that begins each script with V8's compile hint. V8 then compiles all functions of the script while
 * it arrives, in the background. Without the hint, it compiles each function at its first call, which blocks the page
 * (tools/module-kit/README.md). Other engines ignore the comment.
 */
export const COMPILE_HINT = {
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /\.js$/,
  stage: OPTIMIZE_SIZE + 1,
};
