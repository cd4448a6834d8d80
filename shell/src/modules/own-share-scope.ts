import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/**
 * Gives each module a list of its own of what the page shares. What is on it is what all others have, loaded once; what a
 * module adds or takes off, on purpose or by a build that broke the rules, stays with itself.
 */
export const ownShareScope = {
  beforeInitContainer(args) {
    const shareScope = Object.fromEntries(
      Object.entries(args.shareScope).map(([name, versions]) => [name, { ...versions }]),
    );
    const remoteEntryInitOptions = { ...args.remoteEntryInitOptions, shareScopeMap: { default: shareScope } };
    return { ...args, shareScope, remoteEntryInitOptions };
  },
} satisfies Partial<ModuleFederationRuntimePlugin>;
