import type { Registry, RegistryModule } from '@dps/contract';
import type { Override } from './overrides/override.ts';

/** Storage key of this tab's overrides. */
export const OVERRIDES_KEY = 'dps.overrides';

export interface PageReleases {
  registry: Registry;
  /** Overrides that a link requests. They run only after the user agrees. */
  requested: readonly Override[];
  /** Whether a link requested an override that is not valid or not allowed. */
  isRefused: boolean;
}

/** Whether this tab overrides the release of a module. */
export const isOverridden = ({ choice }: RegistryModule): boolean => choice?.reason === 'override';

/** Whether this page runs a release of a module that the user chose: an override or a preview. */
export const isOnTrial = (module: RegistryModule): boolean =>
  isOverridden(module) || module.choice?.reason === 'preview';

/** Returns the origins of the dev servers that this tab loads modules from. */
export function devOrigins({ modules }: Registry): Set<string> {
  const sources = modules.filter(isOverridden).map(({ choice }) => choice?.source ?? '');
  return new Set(sources.filter((source) => source.includes('://')));
}
