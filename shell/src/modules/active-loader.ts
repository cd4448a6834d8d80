import { ModuleLoader, type LoaderEffects } from './module-loader.ts';
import type { Registry } from '@dps/contract';

let active: ModuleLoader | undefined;

/** Creates the loader of this document. Called once, before the first render. */
export function startLoader(registry: Registry, effects: LoaderEffects): ModuleLoader {
  active = new ModuleLoader(registry, effects);
  return active;
}

/** Returns the loader of this document. */
export function moduleLoader(): ModuleLoader {
  if (!active) throw new Error('The module loader has not been started');
  return active;
}
