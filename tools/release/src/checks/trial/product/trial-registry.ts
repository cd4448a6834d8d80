import type { ModuleBuild, Registry, RegistryModule } from '@dps/contract';
import type { Candidate } from '../candidate.ts';

function stableOnly({ name, title, stable, inactive, releases }: RegistryModule): RegistryModule[] {
  const release = inactive ? undefined : releases[stable];
  return release ? [{ name, title, stable, releases: { [stable]: release } }] : [];
}

function asModule({ kind: _kind, owner: _owner, name, title, ...release }: ModuleBuild): RegistryModule {
  return { name, title, stable: release.version, releases: { [release.version]: release } };
}

/**
 * Returns the stable shell and modules with the candidate in its place. No release has a fallback, so that failures are
 * visible.
 *
 * @param active undefined in an empty store
 * @throws Error for a module without a shell
 */
export function trialRegistry(active: Registry | undefined, candidate: Candidate): Registry {
  const modules = active?.modules.flatMap(stableOnly) ?? [];
  if (candidate.kind === 'shell') {
    const { kind: _kind, ...shell } = candidate.release;
    return { revision: 0, shell, modules };
  }
  if (!active) throw new Error('A module needs a shell, and there is none');
  const { release } = candidate;
  const others = modules.filter(({ name }) => name !== release.name);
  return { revision: 0, shell: active.shell, modules: [...others, asModule(release)] };
}
