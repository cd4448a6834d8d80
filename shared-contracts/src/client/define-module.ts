import type { ComponentType } from 'react';
import type { WidgetName, WidgetProps } from './widget.tsx';

export interface ModuleRoute {
  /** One of the paths of the module's `module.json`. */
  path: string;
  lazy: () => Promise<{ default: ComponentType }>;
}

export type ModuleWidgets = {
  [Name in WidgetName]?: () => Promise<{ default: ComponentType<WidgetProps[Name]> }>;
};

export interface ModuleDefinition {
  name: string;
  version: string;
  routes: ModuleRoute[];
  widgets?: ModuleWidgets;
}

/** What a module exposes as `./module`: its pages and widgets, all lazy. Nothing of it runs on import. */
export function defineModule(definition: ModuleDefinition): ModuleDefinition {
  return definition;
}
