import { REPORTED_MS_MOST, type ModuleRelease, type RegistryModule } from '@dps/shared-contracts';
import type { LoadFacts } from '../telemetry/telemetry.ts';

/** A part of a module that came, and whether it came at the second attempt. */
interface Came {
  release: Pick<ModuleRelease, 'version'>;
  retried: boolean;
}

function outcomeOf(wanted: string, { release: { version }, retried }: Came) {
  if (version !== wanted) return { outcome: 'fallback', shown: version } as const;
  return { outcome: retried ? 'retried' : 'loaded' } as const;
}

/**
 * Watches how a part of a module loads, from now on. One more part of a release that runs already is no news.
 *
 * @param running versions that run in this document, by module
 * @param note hears what became of it; `version` is the one that was wanted, whatever came instead
 * @returns is to be told what came; null when no release could give the part
 */
export function watchLoad(
  { name, stable }: Pick<RegistryModule, 'name' | 'stable'>,
  running: ReadonlyMap<string, string>,
  note: (load: LoadFacts) => void,
): (came: Came | null) => void {
  const begun = performance.now();
  const before = running.get(name);
  const wanted = before ?? stable;
  return (came) => {
    const ms = Math.min(Math.round(performance.now() - begun), REPORTED_MS_MOST);
    const result = came ? outcomeOf(wanted, came) : ({ outcome: 'unavailable' } as const);
    if (result.outcome === 'loaded' && before === wanted) return;
    note({ module: name, version: wanted, ms, ...result });
  };
}
