import { lazy, type ComponentType } from 'react';
import { moduleManifest, type ModuleManifest } from '@dps/contract';
import type { ModuleRoute } from '@dps/contract/client';

/** Props of a widget in the harness: editable JSON values, and callbacks. */
export type AnyProps = Readonly<Record<string, unknown>>;

/** The input of the harness: the module's imported sources, its version, and the product. */
export interface ModuleSources {
  definition: {
    routes: readonly ModuleRoute[];
    widgets?: Readonly<Record<string, () => Promise<{ default: ComponentType<AnyProps> }>>>;
  };
  /** The content of `module.json`. */
  manifest: unknown;
  /** Initial props of the module's widgets, by name. */
  examples: Readonly<Record<string, AnyProps>>;
  version: string;
  /** Origin of the running product. */
  product: string;
}

/** A page in `module.json`, and its component. */
export type DevelopedPage = ModuleManifest['routes'][number] & { View: ComponentType };

/** A module under development. */
export interface DevelopedModule {
  name: string;
  title: string;
  version: string;
  /** Origin of the running product. */
  product: string;
  pages: readonly DevelopedPage[];
  widgets: ReadonlyMap<string, ComponentType<AnyProps>>;
  examples: ModuleSources['examples'];
}

/** Returns the path that shows a widget alone. No path of a module starts with `/@`. */
export const widgetPath = (name: string): string => `/@widgets/${name}`;

/**
 * Creates the module from its sources. Its pages and widgets are loaded when they are first rendered.
 *
 * @throws ValidationError if `module.json` is invalid
 */
export function developedModule(sources: ModuleSources): DevelopedModule {
  const { definition, version, product, examples } = sources;
  const { name, title, routes } = moduleManifest.validateSync(sources.manifest, { strict: true });
  const pages = routes.flatMap((route) => {
    const load = definition.routes.find(({ path }) => path === route.path)?.lazy;
    return load ? [{ ...route, View: lazy(load) }] : [];
  });
  const widgets = Object.entries(definition.widgets ?? {}).map(([each, load]) => [each, lazy(load)] as const);
  return { name, title, version, product, pages, widgets: new Map(widgets), examples };
}
