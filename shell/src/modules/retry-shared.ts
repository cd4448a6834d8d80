import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/** Lets a shared package that failed to load be loaded again: the runtime would keep the failure for the life of the page. */
export const retryShared: ModuleFederationRuntimePlugin = {
  name: 'retry-shared',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap)) {
      for (const shared of Object.values(scope[pkgName] ?? {})) {
        if (!shared.loaded) shared.loading = null;
      }
    }
  },
};
