import {
  shellsIn,
  type Canary,
  type ModuleRelease,
  type Registry,
  type RegistryModule,
  type ShellCanary,
  type ShellRelease,
} from '@dps/contract';
import { CommandError } from '../store/command-error.ts';
import { SHELL } from '../store/entries.ts';

/** The shell in the form of a module. A registry lists only its active releases. */
export interface ShellPart extends Pick<
  RegistryModule,
  'stable' | 'lastGood' | 'canary' | 'inactive' | 'previews' | 'owner'
> {
  name: typeof SHELL;
  releases: Record<string, ShellRelease>;
}

/** A release of a module or of the shell. */
export type AnyRelease = ModuleRelease | ShellRelease;

/** A module or the shell: its releases, and which of them users get. */
export type Part = RegistryModule | ShellPart;

/** Returns the module of that name. Throws CommandError if there is none. */
export function findModule(registry: Registry, name: string): RegistryModule {
  const module = registry.modules.find((each) => each.name === name);
  if (module) return module;
  const names = registry.modules.map((each) => each.name).join(', ');
  throw new CommandError(`There is no module ${name}. The registry has ${names || 'none'}.`);
}

const canaryOf = ({ shell, ...share }: ShellCanary): Canary => ({ version: shell.version, ...share });

/** Returns the shell in the form of a module. */
export function shellPart(registry: Registry): ShellPart {
  const { shell, previousShell, shellCanary } = registry;
  return {
    name: SHELL,
    stable: shell.version,
    ...(previousShell && { lastGood: previousShell.version }),
    ...(shellCanary && { canary: canaryOf(shellCanary) }),
    releases: Object.fromEntries(shellsIn(registry).map((each) => [each.version, each])),
  };
}

/** Returns the module of that name, or the shell. Throws CommandError if there is none. */
export const findPart = (registry: Registry, name: string): Part =>
  name === SHELL ? shellPart(registry) : findModule(registry, name);

/** Returns a version of a module or of the shell. Throws CommandError if the registry does not list it. */
export function findRelease<Release>(
  { name, releases }: { name: string; releases: Record<string, Release> },
  version: string,
): Release {
  const release = releases[version];
  if (release) return release;
  const versions = Object.keys(releases).join(', ');
  throw new CommandError(`${name} ${version} is not published. The registry has ${versions || 'none'}.`);
}

const shellCanaryOf = (part: ShellPart, { version, ...share }: Canary): ShellCanary => ({
  ...share,
  shell: findRelease(part, version),
});

function withShell(registry: Registry, part: ShellPart): Registry {
  const { previousShell: _previousShell, shellCanary: _shellCanary, ...rest } = registry;
  const { stable, lastGood, canary } = part;
  return {
    ...rest,
    shell: findRelease(part, stable),
    ...(lastGood !== undefined && { previousShell: findRelease(part, lastGood) }),
    ...(canary && { shellCanary: shellCanaryOf(part, canary) }),
  };
}

/** Returns the registry with a module added or replaced, or with other active releases of the shell. */
export function withPart(registry: Registry, part: Part): Registry {
  if (!('title' in part)) return withShell(registry, part);
  const others = registry.modules.filter(({ name }) => name !== part.name);
  const modules = [...others, part].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { ...registry, modules };
}

/** Returns a module or the shell with a release, unless it has another one of this version. */
export const withRelease = <Release extends AnyRelease, Each extends { releases: Record<string, Release> }>(
  part: Each,
  release: Release,
): Each => ({ ...part, releases: { [release.version]: release, ...part.releases } });
