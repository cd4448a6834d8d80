import type { ModuleRelease, Registry, RegistryModule, RegistryRoute } from './registry.ts';

/** Returns whether an address matches a route; a segment that starts with `:` matches any segment. */
export function pathMatches(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => segment.startsWith(':') || segment === given[i])
  );
}

export interface RouteMatch {
  module: RegistryModule;
  release: ModuleRelease;
  route: RegistryRoute;
}

/** Returns the route of a stable release that an address matches, if any. */
export function findRoute(registry: Registry, pathname: string): RouteMatch | undefined {
  for (const module of registry.modules) {
    const release = module.releases[module.stable];
    const route = release?.routes.find(({ path }) => pathMatches(path, pathname));
    if (release && route) return { module, release, route };
  }
  return undefined;
}
