import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import {
  attachShareScopeMap,
  bundlerRuntime,
  runtime,
  type Federation,
} from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

/**
 * Gives each module its own copy of the share scope. The packages in it are the same, loaded once. What a module adds or
 * removes, also by a build that breaks the rules, has no effect on other modules.
 */
const ownShareScope = {
  beforeInitContainer(args) {
    const shareScope = Object.fromEntries(
      Object.entries(args.shareScope).map(([name, versions]) => [name, { ...versions }]),
    );
    const remoteEntryInitOptions = { ...args.remoteEntryInitOptions, shareScopeMap: { default: shareScope } };
    return { ...args, shareScope, remoteEntryInitOptions };
  },
} satisfies Partial<ModuleFederationRuntimePlugin>;

/** The name of the global variable. The build defines it. */
declare const __RUNTIME_GLOBAL__: string;

type BundlerRuntime = NonNullable<Federation['bundlerRuntime']>;

/** Allows another request of a shared package that failed to load. The runtime would keep the failure. */
const retryShared: ModuleFederationRuntimePlugin = {
  name: 'retry-shared',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap)) {
      for (const shared of Object.values(scope[pkgName] ?? {})) {
        if (!shared.loaded) shared.loading = null;
      }
    }
  },
};

/**
 * Creates one instance per module. The stock function finds an instance by the build identifier of this bundle, which is
 * the shell's.
 */
const init: BundlerRuntime['init'] = ({ webpackRequire }) => {
  const options = webpackRequire.federation.initOptions;
  if (!options) throw new Error('A module without a federation container requested a runtime');
  return createInstance({ ...options, id: options.name, plugins: [retryShared] });
};

/**
 * Loads the shared packages of a chunk, and fails if one of them fails. The stock function ignores the failure: the chunk
 * runs without the package, webpack keeps the error, and Retry has no effect.
 */
function strictly(consumes: BundlerRuntime['consumes']): BundlerRuntime['consumes'] {
  return (options) => {
    consumes(options);
    const { chunkId, chunkMapping, installedModules, promises } = options;
    const ids = chunkMapping[chunkId] ?? [];
    const loading = Promise.all(ids.map(async (id) => installedModules[id]));
    const failed = () => ids.some((id) => installedModules[id] === undefined);
    promises.push(
      loading.then(() => {
        if (failed()) throw new Error(`A shared package of chunk ${chunkId} did not load`);
      }),
    );
  };
}

/**
 * Provides the shell's federation runtime to modules, whose builds omit it and save 20 KB each.
 * It runs before all modules, as a plugin of the shell's instance.
 */
export default function provideRuntime(): ModuleFederationRuntimePlugin {
  const provided: Federation = {
    runtime,
    attachShareScopeMap,
    bundlerRuntimeOptions: {},
    bundlerRuntime: {
      ...bundlerRuntime,
      init,
      // Missing in the build of a host, which exposes no module.
      initContainerEntry,
      consumes: strictly(bundlerRuntime.consumes),
    },
  };
  Object.assign(globalThis, { [__RUNTIME_GLOBAL__]: provided });
  return { ...retryShared, ...ownShareScope };
}
