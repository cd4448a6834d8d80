import type { Registry, Role } from '@dps/contract';

/** A link of the side panel. */
export interface PanelLink {
  path: string;
  label: string;
  /** The `d` of a 24 × 24 path. */
  icon: string;
}

/** Returns the links of the stable releases for a role, in their order. */
export function panelLinks(registry: Registry, role: Role): PanelLink[] {
  return registry.modules
    .flatMap((module) => module.releases[module.stable]?.navigation ?? [])
    .filter(({ roles }) => !roles || roles.includes(role))
    .toSorted((a, b) => a.order - b.order || a.path.localeCompare(b.path))
    .map(({ path, label, labels, icon }) => ({ path, label: labels?.[role] ?? label, icon }));
}
