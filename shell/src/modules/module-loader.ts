import type { ComponentType } from 'react';
import type { ModuleRelease, Registry, RegistryModule } from '@dps/shared-contracts';
import type { ModuleDefinition, WidgetName, WidgetProps } from '@dps/shared-contracts/client';
import type { LoadFacts } from '../telemetry/telemetry.ts';
import { firstWorking } from './first-working.ts';
import type { GivenUp, ModuleHistory, PastLoad } from './module-history.ts';
import { ModuleUnavailable } from './module-unavailable.ts';
import { releaseChain } from './release-chain.ts';
import { tracked, type Tracked } from './tracked.ts';
import { watchLoad } from './watch-load.ts';

/** A part of a module that arrived, and the release that it came from. */
export interface Loaded<Props> {
  Component: ComponentType<Props>;
  module: RegistryModule;
  release: ModuleRelease;
}

type Shown = Pick<Loaded<never>, 'module' | 'release'>;

/** What the loader needs of its surroundings. */
export interface LoaderEffects {
  /** Loads what a release exposes. */
  loadDefinition: (release: ModuleRelease) => Promise<ModuleDefinition>;
  /** Asks for files of a release ahead. */
  preloadFiles: (release: ModuleRelease, files: readonly string[]) => void;
  /** Waits a short time before a second attempt. */
  pause: () => Promise<void>;
  /** Hears what became of what was asked for. */
  note: (load: LoadFacts) => void;
}

type Part<Props> = (() => Promise<{ default: ComponentType<Props> }>) | undefined;
type WidgetParts = { [Name in WidgetName]?: Tracked<Loaded<WidgetProps[Name]>> };

/** Loads pages and widgets of modules: from the stable release, and from the last good one where that fails. */
export class ModuleLoader {
  readonly #registry: Registry;
  readonly #effects: LoaderEffects;
  readonly #running = new Map<string, string>();
  readonly #broken = new Set<string>();
  readonly #loads: PastLoad[] = [];
  readonly #givenUp: GivenUp[] = [];
  readonly #pages = new Map<string, Tracked<Loaded<object>>>();
  #widgets: WidgetParts = {};

  constructor(registry: Registry, effects: LoaderEffects) {
    this.#registry = registry;
    this.#effects = effects;
  }

  /** The page of a module at one of its paths. The same promise until it is discarded or its failure forgotten. */
  page(module: RegistryModule, path: string): Tracked<Loaded<object>> {
    const key = `${module.name} ${path}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const page = tracked(
      this.#load<object>(module, (release) => {
        const route = release.routes.find((each) => each.path === path);
        this.#effects.preloadFiles(release, [release.entry, ...(route?.chunks ?? [])]);
        return (definition) => definition.routes.find((each) => each.path === path)?.lazy;
      }),
    );
    this.#pages.set(key, page);
    return page;
  }

  /** A widget by its name, from whichever module provides it. */
  widget<Name extends WidgetName>(name: Name): Tracked<Loaded<WidgetProps[Name]>> {
    const known: WidgetParts[Name] = this.#widgets[name];
    if (known) return known;
    // Whatever another module's release lists, a widget is its own module's by name.
    const module = this.#registry.modules.find(
      (each) => name.startsWith(`${each.name}.`) && each.releases[each.stable]?.widgets.includes(name),
    );
    const widget = tracked(
      module
        ? this.#load<WidgetProps[Name]>(module, () => (definition) => definition.widgets?.[name])
        : Promise.reject<Loaded<WidgetProps[Name]>>(new Error(`No module provides ${name}`)),
    );
    this.#widgets = { ...this.#widgets, [name]: widget };
    return widget;
  }

  /** Title of the module that a widget belongs to by its name, whether or not a release provides it. */
  widgetTitle(name: WidgetName): string | undefined {
    return this.#registry.modules.find((module) => name.startsWith(`${module.name}.`))?.title;
  }

  /**
   * Gives up a release whose code threw while it was shown.
   *
   * @param error what it threw
   * @returns whether another release of the module is left to try
   */
  discard({ module, release }: Shown, error: unknown): boolean {
    this.#giveUp(module, release, error);
    if (this.#running.get(module.name) === release.version) this.#running.delete(module.name);
    this.#drop((part) => part.status === 'fulfilled' && part.value.release === release);
    return this.#chain(module).length > 0;
  }

  /** Forgets what failed, so that the next attempt begins anew with the stable release. */
  forgetFailures(): void {
    this.#broken.clear();
    this.#drop((part) => part.status === 'rejected');
  }

  /** What became of a module in this page, by its name. */
  history(name: string): ModuleHistory {
    const isIts = ({ module }: { module: string }) => module === name;
    const running = this.#running.get(name);
    return { running, loads: this.#loads.filter(isIts), givenUp: this.#givenUp.filter(isIts) };
  }

  #giveUp({ name }: RegistryModule, { container, version }: ModuleRelease, error: unknown): void {
    this.#broken.add(container);
    this.#givenUp.push({
      module: name,
      version,
      what: error instanceof Error ? error.message : String(error),
    });
  }

  #drop(unwanted: (part: Tracked<Shown>) => boolean): void {
    for (const [key, page] of this.#pages) if (unwanted(page)) this.#pages.delete(key);
    const kept = Object.entries(this.#widgets).filter(([, widget]) => !unwanted(widget));
    this.#widgets = Object.fromEntries(kept);
  }

  #chain(module: RegistryModule): ModuleRelease[] {
    return releaseChain(module, { running: this.#running, broken: this.#broken });
  }

  async #load<Props>(
    module: RegistryModule,
    begin: (release: ModuleRelease) => (definition: ModuleDefinition) => Part<Props>,
  ): Promise<Loaded<Props>> {
    const told = watchLoad(module, this.#running, (load) => {
      this.#loads.push({ ...load, at: Date.now() });
      this.#effects.note(load);
    });
    try {
      const { retried, ...loaded } = await firstWorking(this.#chain(module), async (release) => ({
        ...(await this.#attempt(module, release, begin(release))),
        module,
        release,
      }));
      told({ release: loaded.release, retried });
      this.#running.set(module.name, loaded.release.version);
      return loaded;
    } catch (cause) {
      told(null);
      throw new ModuleUnavailable(module, cause);
    }
  }

  async #attempt<Props>(
    module: RegistryModule,
    release: ModuleRelease,
    find: (definition: ModuleDefinition) => Part<Props>,
  ) {
    const once = async () => {
      const part = find(await this.#effects.loadDefinition(release));
      if (!part) throw new Error(`${release.container} lacks a part that its registry entry lists`);
      return (await part()).default;
    };
    let retried = false;
    const again = async () => {
      retried = true;
      await this.#effects.pause();
      return once();
    };
    try {
      return { Component: await once().catch(again), retried };
    } catch (error) {
      this.#giveUp(module, release, error);
      throw error;
    }
  }
}
