import { REPORTED_MS_MOST, type ModuleRelease, type RegistryModule } from '@dps/contract';
import type { LoadFacts } from '../telemetry/telemetry.ts';

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
