import type { ComponentType } from 'react';
import type { WidgetName, WidgetProps } from './widget.tsx';

export interface ModuleRoute {
  /** A route path of `module.json`. */
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

/** Defines the pages and widgets that a module exposes as `./module`, all lazy. Importing it has no side effect. */
export function defineModule(definition: ModuleDefinition): ModuleDefinition {
  return definition;
}
