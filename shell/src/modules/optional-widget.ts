import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { WidgetName, WidgetProps } from '@dps/contract/client';
import { moduleLoader } from './module-loader.ts';

const none = { default: () => null };

/** Returns a widget of the module that has one with this name. Shows nothing without it, and if it cannot be loaded. */
export const optionalWidget = <Name extends WidgetName>(
  matches: (name: string) => name is Name,
): LazyExoticComponent<ComponentType<WidgetProps[Name]>> =>
  lazy<ComponentType<WidgetProps[Name]>>(async () => {
    const loader = moduleLoader();
    const name = loader.findWidget(matches);
    if (!name) return none;
    return loader.widget(name).then(
      ({ Component }) => ({ default: Component }),
      () => none,
    );
  });
