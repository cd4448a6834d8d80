import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import {
  attachShareScopeMap,
  bundlerRuntime,
  runtime,
  type Federation,
} from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { ownShareScope } from './own-share-scope.ts';
import { retryShared } from './retry-shared.ts';

type BundlerRuntime = NonNullable<Federation['bundlerRuntime']>;

/**
 * A module gets an instance of its own. The stock function would look one up by the build identifier that is baked
 * into this bundle, and find the shell's.
 */
const init: BundlerRuntime['init'] = ({ webpackRequire }) => {
  const options = webpackRequire.federation.initOptions;
  if (!options) throw new Error('A module without a federation container asked for a runtime');
  return createInstance({ ...options, id: options.name, plugins: [retryShared] });
};

/**
 * Loads the shared packages of a chunk, and fails when one of them does. The stock function swallows that, the chunk
 * runs without the package, and webpack keeps the error for good: Retry would never help.
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
 * Lends the shell's federation runtime to modules, whose builds leave theirs out: 20 KB less for each.
 * Runs before any module does, as a plugin of the shell's own instance.
 */
export default function lendRuntime(): ModuleFederationRuntimePlugin {
  const lent: Federation = {
    runtime,
    attachShareScopeMap,
    bundlerRuntimeOptions: {},
    bundlerRuntime: {
      ...bundlerRuntime,
      init,
      // Left out of the build of a host, which exposes nothing itself.
      initContainerEntry,
      consumes: strictly(bundlerRuntime.consumes),
    },
  };
  Object.assign(globalThis, { [__LENT_RUNTIME__]: lent });
  return { ...retryShared, ...ownShareScope };
}
