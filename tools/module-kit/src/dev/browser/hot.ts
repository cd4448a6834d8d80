import { createElement, useSyncExternalStore, type ElementType } from 'react';
import {
  createSignatureFunctionForTransform as signature,
  getFamilyByType,
  performReactRefresh,
  register,
  type Family,
} from 'react-refresh/runtime';
import type { ModuleDefinition } from '@dps/contract/module';

// The product runs the production form of React, which has no Fast Refresh. So each component of the module is rendered by a
// component that stays the same and calls the newest version of the function. The hooks are then those of the same place of
// the page, and keep their state.

export { signature };

/** Returns the function that registers the components of a source. */
export const registrar = (file: string) => (type: unknown, name: string) => register(type, `${file} ${name}`);

let updates = 0;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Renders the calling component again after each update. */
const useUpdates = () => useSyncExternalStore(subscribe, () => updates);

type Render = (props: object) => ReturnType<typeof createElement>;
const isRender = (type: unknown): type is Render => typeof type === 'function';

interface HotComponent {
  Component: Render;
  render: Render;
}
const hotComponents = new Map<Family, HotComponent>();

/** Returns the component that renders the newest version of a registered one, and any other type itself. */
export function hotComponent(type: ElementType): ElementType {
  const family = isRender(type) ? getFamilyByType(type) : undefined;
  if (!family || !isRender(family.current)) return type;
  let hot = hotComponents.get(family);
  if (!hot) {
    const created: HotComponent = {
      render: family.current,
      Component: (props) => {
        useUpdates();
        return created.render(props);
      },
    };
    hot = created;
    hotComponents.set(family, hot);
  }
  return hot.Component;
}

type Load = () => Promise<{ default: unknown }>;
const isComponent = (given: unknown): given is ElementType =>
  typeof given === 'function' || (typeof given === 'object' && given !== null);

/** Returns the functions that load the pages and widgets of a module, by path or name. */
function partsOf({ routes, widgets = {} }: ModuleDefinition): Map<string, Load> {
  const pages = routes.map(({ path, lazy }): [string, Load] => [path, lazy]);
  return new Map([...pages, ...Object.entries<Load>(widgets)]);
}

let parts = new Map<string, Load>();
/** The newest version of each page or widget that was loaded. */
const views = new Map<string, ElementType>();

async function loadView(part: string): Promise<void> {
  const loaded = await parts.get(part)?.();
  if (isComponent(loaded?.default)) views.set(part, loaded.default);
}

/** Returns a function that loads a page or a widget, which then always renders its newest version. */
function hotPart(part: string) {
  function HotPart(props: object) {
    useUpdates();
    const View = views.get(part);
    return View ? createElement(hotComponent(View), props) : null;
  }
  return async () => {
    await loadView(part);
    return { default: HotPart };
  };
}

/** Returns the definition of a module, with pages and widgets that `replaceDefinition` updates. */
export function hotDefinition(definition: ModuleDefinition) {
  parts = partsOf(definition);
  return {
    ...definition,
    routes: definition.routes.map(({ path }) => ({ path, lazy: hotPart(path) })),
    widgets: Object.fromEntries(Object.keys(definition.widgets ?? {}).map((name) => [name, hotPart(name)])),
  };
}

/** Shows the pages and widgets of a changed definition in place of the previous ones. */
export async function replaceDefinition(definition: ModuleDefinition): Promise<void> {
  parts = partsOf(definition);
  await Promise.all([...views.keys()].map(loadView));
  const refresh = performReactRefresh();
  for (const family of refresh?.updatedFamilies ?? []) {
    const hot = hotComponents.get(family);
    if (hot && isRender(family.current)) hot.render = family.current;
  }
  // Other hooks cannot use the state of the previous ones: a new component starts without any.
  for (const family of refresh?.staleFamilies ?? []) hotComponents.delete(family);
  updates += 1;
  listeners.forEach((listener) => listener());
}
