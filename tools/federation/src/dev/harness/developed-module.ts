import { lazy, type ComponentType } from 'react';
import { moduleManifest, type ModuleManifest } from '@dps/shared-contracts';
import type { ModuleRoute } from '@dps/shared-contracts/client';

/** Props as the harness knows them: JSON that a person edits, and callbacks. */
export type AnyProps = Readonly<Record<string, unknown>>;

/** What the dev server hands over: the module's sources as they are, and where it runs. */
export interface ModuleSources {
  definition: {
    routes: readonly ModuleRoute[];
    widgets?: Readonly<Record<string, () => Promise<{ default: ComponentType<AnyProps> }>>>;
  };
  /** The content of `module.json`. */
  manifest: unknown;
  /** The props with which the module shows its widgets at first, by name. */
  examples: Readonly<Record<string, AnyProps>>;
  version: string;
  /** Origin of the product that runs. */
  product: string;
}

/** A page as `module.json` describes it, and what draws it. */
export type DevelopedPage = ModuleManifest['routes'][number] & { View: ComponentType };

/** A module under development. */
export interface DevelopedModule {
  name: string;
  title: string;
  version: string;
  /** Origin of the product that runs. */
  product: string;
  pages: readonly DevelopedPage[];
  widgets: ReadonlyMap<string, ComponentType<AnyProps>>;
  examples: ModuleSources['examples'];
}

/**
 * The module out of its sources; nothing of its pages and widgets is loaded yet.
 *
 * @throws ValidationError where `module.json` is none
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
