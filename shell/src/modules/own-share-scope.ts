import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/**
 * Gives each module its own copy of the share scope. The packages in it are the same, loaded once. What a module adds or
 * removes, also by a build that breaks the rules, has no effect on other modules.
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
