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
