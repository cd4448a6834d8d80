import type { ModuleRelease, Registry, RegistryModule } from '@dps/contract';
import { CommandError } from '../store/command-error.ts';

/** Returns the module of that name. Throws CommandError if there is none. */
export function findModule(registry: Registry, name: string): RegistryModule {
  const module = registry.modules.find((each) => each.name === name);
  if (module) return module;
  const names = registry.modules.map((each) => each.name).join(', ');
  throw new CommandError(`There is no module ${name}. The registry has ${names || 'none'}.`);
}

/** Returns a version of a module. Throws CommandError if it is not in the registry. */
export function findRelease({ name, releases }: RegistryModule, version: string): ModuleRelease {
  const release = releases[version];
  if (release) return release;
  const versions = Object.keys(releases).join(', ');
  throw new CommandError(`${name} ${version} is not published. The registry has ${versions || 'none'}.`);
}

/** Returns the registry with the module added or replaced. */
export function withModule(registry: Registry, module: RegistryModule): Registry {
  const others = registry.modules.filter(({ name }) => name !== module.name);
  const modules = [...others, module].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { ...registry, modules };
}
