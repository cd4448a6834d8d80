import type { ComponentType } from 'react';
import { REPORTED_MS_MOST, type ModuleRelease, type RegistryModule } from '@dps/contract';
import type { ModuleDefinition } from '@dps/contract/module';
import type { LoadFacts } from '../telemetry/telemetry.ts';

/** Delay after which the next candidate starts in addition to a pending one, in ms. */
export const HEDGE_MS = 1_500;

/**
 * Tries candidates in order until one succeeds. The next one starts when one fails or the hedge delay has passed, so that a
 * slow candidate costs no more than that delay. The first success wins.
 *
 * @param candidates the candidates, best first
 * @param attempt resolves if the candidate succeeds
 * @returns the result of the first success; rejects with the last failure if all fail
 */
export function firstSuccessful<C, R>(
  candidates: readonly C[],
  attempt: (candidate: C) => Promise<R>,
): Promise<R> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let pending = 0;
    let failure: unknown = new Error('There is no candidate left');

    const start = () => {
      const index = next;
      const candidate = candidates[index];
      if (candidate === undefined) {
        if (pending === 0) reject(failure);
        return;
      }
      next += 1;
      pending += 1;
      const proceed = () => {
        // Delay and failure both start the next candidate: only the first of them counts.
        if (next === index + 1) start();
        else if (pending === 0) reject(failure);
      };
      const hedge = setTimeout(proceed, HEDGE_MS);
      attempt(candidate).then(
        (result) => {
          clearTimeout(hedge);
          next = candidates.length;
          resolve(result);
        },
        (error: unknown) => {
          clearTimeout(hedge);
          pending -= 1;
          failure = error;
          proceed();
        },
      );
    };
    start();
  });
}

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

/** A part that has loaded, and whether it needed a second attempt. */
interface LoadedRelease {
  release: Pick<ModuleRelease, 'version'>;
  retried: boolean;
}

function outcomeOf(wanted: string, { release: { version }, retried }: LoadedRelease) {
  if (version !== wanted) return { outcome: 'fallback', shown: version } as const;
  return { outcome: retried ? 'retried' : 'loaded' } as const;
}

/**
 * Starts to measure the load of a part of a module. Another part of a release that already runs is not reported.
 *
 * @param running versions that run in this document, by module
 * @param report receives the outcome; its `version` is the wanted one, also after a fallback
 * @returns ends the measurement; its argument is null if no release provides the part
 */
export function measureLoad(
  { name, stable }: Pick<RegistryModule, 'name' | 'stable'>,
  running: ReadonlyMap<string, string>,
  report: (load: LoadFacts) => void,
): (loaded: LoadedRelease | null) => void {
  const startedAt = performance.now();
  const before = running.get(name);
  const wanted = before ?? stable;
  return (loaded) => {
    const ms = Math.min(Math.round(performance.now() - startedAt), REPORTED_MS_MOST);
    const result = loaded ? outcomeOf(wanted, loaded) : ({ outcome: 'unavailable' } as const);
    if (result.outcome === 'loaded' && before === wanted) return;
    report({ module: name, version: wanted, ms, ...result });
  };
}

/** No release of a module provides a part. */
export class ModuleUnavailable extends Error {
  constructor({ name, stable, choice }: RegistryModule, cause: unknown) {
    const reason = choice?.problem ?? (cause instanceof Error ? cause.message : String(cause));
    super(`${name} ${stable} is unavailable: ${reason}`, { cause });
    this.name = 'ModuleUnavailable';
  }
}
