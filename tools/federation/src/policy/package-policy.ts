import { contractVersions } from '../contract-versions.ts';
import type { FrontendPackage } from '../package-context.ts';
import { sharedPolicy, type SharedEntry } from './shared-policy.ts';

/** What a package shares, and how, by what it says of itself and the contract that it is built with. */
export function packagePolicy(pkg: FrontendPackage): Record<string, SharedEntry> {
  return sharedPolicy(
    pkg.role,
    contractVersions(),
    pkg.role === 'module' ? pkg.manifest.contract : undefined,
  );
}
