import type { ComponentType } from 'react';
import type { ModuleRelease } from '@dps/contract';
import type { ModuleDefinition } from '@dps/contract/module';

/** Side effects of a load. */
export interface LoadEffects {
  /** Loads the definition that a release exposes. */
  loadDefinition: (release: ModuleRelease) => Promise<ModuleDefinition>;
  /** Waits a short time before a second attempt. */
  pause: () => Promise<void>;
}

/** Returns a part of a module's definition; undefined if the definition lacks it. */
export type FindPart<Props> = (
  definition: ModuleDefinition,
) => (() => Promise<{ default: ComponentType<Props> }>) | undefined;

/** Loads one part from one release, with a second attempt if the first one fails. */
export async function loadPart<Props>(
  release: ModuleRelease,
  find: FindPart<Props>,
  { loadDefinition, pause }: LoadEffects,
): Promise<{ Component: ComponentType<Props>; retried: boolean }> {
  let retried = false;
  const once = async () => {
    const part = find(await loadDefinition(release));
    if (!part) throw new Error(`${release.container} does not provide a part that its registry entry lists`);
    return (await part()).default;
  };
  const again = async () => {
    retried = true;
    await pause();
    return once();
  };
  return { Component: await once().catch(again), retried };
}
