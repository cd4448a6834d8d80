import type { Registry, RegistryModule } from '@dps/shared-contracts';
import type { Override } from './overrides/override.ts';

/** Holds what was chosen for this tab. */
export const OVERRIDES_KEY = 'dps.overrides';

/** What a page runs. */
export interface PageReleases {
  registry: Registry;
  /** What a link asks for. Nothing of it runs before somebody has agreed. */
  asked: readonly Override[];
  /** Whether a link asked for something that is not allowed here, or that nobody understands. */
  isRefused: boolean;
}

/** Whether this tab runs something else of a module than was released to its user. */
export const isOverridden = ({ choice }: RegistryModule): boolean => choice?.reason === 'override';

/** The dev servers that modules of this tab come from. */
export function devOrigins({ modules }: Registry): Set<string> {
  const sources = modules.filter(isOverridden).map(({ choice }) => choice?.source ?? '');
  return new Set(sources.filter((source) => source.includes('://')));
}
