import { ModuleLoader, type LoaderEffects } from './module-loader.ts';
import type { Registry } from '@dps/shared-contracts';

let active: ModuleLoader | undefined;

/** Makes the one loader of this document. Called once, before anything is rendered. */
export function startLoader(registry: Registry, effects: LoaderEffects): ModuleLoader {
  active = new ModuleLoader(registry, effects);
  return active;
}

/** The loader of this document. */
export function moduleLoader(): ModuleLoader {
  if (!active) throw new Error('The module loader was asked before it was started');
  return active;
}
