import type { ComponentType } from 'react';
import type { ModuleRelease, RegistryModule } from '@dps/contract';
import type { WidgetName, WidgetProps } from '@dps/contract/guest';
import { tracked, type Tracked } from './preloadable.tsx';

/** A loaded part of a module, and its release. */
export interface Loaded<Props> {
  /** Identifies the part in its document: for a page, see `pagePart`; for a widget, its name. */
  part: string;
  Component: ComponentType<Props>;
  module: RegistryModule;
  release: ModuleRelease;
}

/** A part that the document shows. */
export type Shown = Omit<Loaded<never>, 'Component'>;

/** Identifies the page of a module at one of its paths. */
export const pagePart = ({ name }: Pick<RegistryModule, 'name'>, path: string): string => `${name} ${path}`;

/** The parts that the document has requested: one promise for each, so that all its places show the same component. */
export class PartCache {
  readonly #pages = new Map<string, Tracked<Loaded<object>>>();
  readonly #widgets: { [Name in WidgetName]?: Tracked<Loaded<WidgetProps[Name]>> } = {};

  /** Returns the promise of a page, identified by `pagePart`. */
  page(part: string, load: () => Promise<Loaded<object>>): Tracked<Loaded<object>> {
    const known = this.#pages.get(part);
    if (known) return known;
    const page = tracked(load());
    this.#pages.set(part, page);
    return page;
  }

  /** Returns the promise of a widget. */
  widget<Name extends WidgetName>(
    name: Name,
    load: () => Promise<Loaded<WidgetProps[Name]>>,
  ): Tracked<Loaded<WidgetProps[Name]>> {
    const known: Tracked<Loaded<WidgetProps[Name]>> | undefined = this.#widgets[name];
    if (known) return known;
    const widget = tracked(load());
    Object.assign(this.#widgets, { [name]: widget });
    return widget;
  }

  /**
   * Removes parts, so that they are loaded again when they are requested.
   *
   * @param isUnwanted receives a part, its promise and, once it has loaded, its release
   */
  remove(isUnwanted: (part: string, promise: Tracked<Shown>, loaded: Shown | undefined) => boolean): void {
    const widgets: [string, Tracked<Shown>][] = Object.entries(this.#widgets);
    for (const [part, promise] of [...this.#pages, ...widgets]) {
      if (!isUnwanted(part, promise, promise.status === 'fulfilled' ? promise.value : undefined)) continue;
      this.#pages.delete(part);
      Reflect.deleteProperty(this.#widgets, part);
    }
  }
}
