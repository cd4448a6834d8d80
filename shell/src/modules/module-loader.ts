import type { ComponentType } from 'react';
import type { ModuleRelease, Registry, RegistryModule } from '@dps/shared-contracts';
import type { ModuleDefinition, WidgetName, WidgetProps } from '@dps/shared-contracts/client';
import type { LoadFacts } from '../telemetry/telemetry.ts';
import { firstWorking, HEDGE_MS } from './first-working.ts';
import type { GivenUp, ModuleHistory, PastLoad } from './module-history.ts';
import { ModuleUnavailable } from './module-unavailable.ts';
import { releaseChain } from './release-chain.ts';
import { tracked, type Tracked } from './tracked.ts';
import { watchLoad } from './watch-load.ts';

/** A part of a module that arrived, and the release that it came from. */
export interface Loaded<Props> {
  /** Identifies the part in its document: see `pagePart`; the name of a widget. */
  part: string;
  Component: ComponentType<Props>;
  module: RegistryModule;
  release: ModuleRelease;
}

/** What is known of a part wherever it is shown. */
export type Shown = Omit<Loaded<never>, 'Component'>;

/** Identifies the page of a module at one of its paths. */
export const pagePart = ({ name }: Pick<RegistryModule, 'name'>, path: string): string => `${name} ${path}`;

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

/** A part that is silent longer than a fallback takes keeps no other part of its module waiting. */
const silence = () => new Promise((resolve) => setTimeout(resolve, 2 * HEDGE_MS));

type Part<Props> = (() => Promise<{ default: ComponentType<Props> }>) | undefined;
type WidgetParts = { [Name in WidgetName]?: Tracked<Loaded<WidgetProps[Name]>> };

/**
 * Loads pages and widgets of modules: from the stable release, and from the last good one where that fails. All parts of
 * a module that the document shows at one time come from one release.
 */
export class ModuleLoader {
  readonly #registry: Registry;
  readonly #effects: LoaderEffects;
  readonly #running = new Map<string, string>();
  readonly #broken = new Set<string>();
  /** Choices of a release that are under way, by module. */
  readonly #choosing = new Map<string, Promise<unknown>>();
  /** Where each part that arrived came from. */
  readonly #arrived = new Map<string, Shown>();
  /** Parts that the document shows, once for each place. */
  readonly #shown = new Set<Shown>();
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
    const part = pagePart(module, path);
    const known = this.#pages.get(part);
    if (known) return known;
    const page = tracked(
      this.#load<object>(module, part, (release) => {
        const route = release.routes.find((each) => each.path === path);
        this.#effects.preloadFiles(release, [release.entry, ...(route?.chunks ?? [])]);
        return (definition) => definition.routes.find((each) => each.path === path)?.lazy;
      }),
    );
    this.#pages.set(part, page);
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
        ? this.#load<WidgetProps[Name]>(module, name, () => (definition) => definition.widgets?.[name])
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
   * Notes that a place of the document shows a part.
   *
   * @returns ends it; undefined where the module runs another release by now, so that the part has to be loaded again
   */
  show({ part, module, release }: Shown): (() => void) | undefined {
    if (this.#running.get(module.name) !== release.version) {
      this.#drop((each) => each === part);
      return undefined;
    }
    const place = { part, module, release };
    this.#shown.add(place);
    return () => void this.#shown.delete(place);
  }

  /**
   * Gives up a release whose code threw while it was shown. While the document shows other parts of that release, they
   * keep it, and only this part fails.
   *
   * @param error what it threw
   * @returns whether another release of the module is left to try
   */
  discard(shown: Shown, error: unknown): boolean {
    const { part, module, release } = shown;
    if (this.#releaseInUse(module)) {
      this.#drop((each) => each === part);
      return false;
    }
    this.#giveUp(module, release, error);
    if (this.#running.get(module.name) === release.version) this.#running.delete(module.name);
    this.#drop((each) => this.#arrived.get(each)?.release === release);
    return this.#chain(module).length > 0;
  }

  /** Forgets what failed, so that the next attempt begins with the stable release again. */
  forgetFailures(): void {
    this.#broken.clear();
    this.#drop((_part, { status }) => status === 'rejected');
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

  #drop(isUnwanted: (part: string, promise: Tracked<Shown>) => boolean): void {
    const widgets: [string, Tracked<Shown>][] = Object.entries(this.#widgets);
    const unwanted = new Set(
      [...this.#pages, ...widgets].flatMap(([part, promise]) => (isUnwanted(part, promise) ? [part] : [])),
    );
    for (const part of unwanted) {
      this.#pages.delete(part);
      this.#arrived.delete(part);
    }
    const kept = Object.entries(this.#widgets).filter(([part]) => !unwanted.has(part));
    this.#widgets = Object.fromEntries(kept);
  }

  /** The release of a module whose parts the document shows. */
  #releaseInUse({ name }: RegistryModule): ModuleRelease | undefined {
    return [...this.#shown].find(({ module }) => module.name === name)?.release;
  }

  #chain(module: RegistryModule): ModuleRelease[] {
    return releaseChain(module, { running: this.#running, broken: this.#broken });
  }

  async #load<Props>(
    module: RegistryModule,
    part: string,
    begin: (release: ModuleRelease) => (definition: ModuleDefinition) => Part<Props>,
  ): Promise<Loaded<Props>> {
    const { name } = module;
    if (this.#choosing.has(name)) await Promise.race([this.#untilChosen(name), silence()]);
    const report = watchLoad(module, this.#running, (load) => {
      this.#loads.push({ ...load, at: Date.now() });
      this.#effects.note(load);
    });
    const attempt = async (release: ModuleRelease) => {
      const { Component, retried } = await this.#attempt(release, begin(release));
      return { retried, loaded: { part, Component, module, release } };
    };
    try {
      const { loaded, retried } = await this.#choose(module, attempt);
      report({ release: loaded.release, retried });
      return loaded;
    } catch (cause) {
      report(null);
      throw new ModuleUnavailable(module, cause);
    }
  }

  /** Chooses the release of a module by the first of its parts. Parts that are requested meanwhile wait for the choice. */
  #choose<Came extends { loaded: Shown }>(
    module: RegistryModule,
    attempt: (release: ModuleRelease) => Promise<Came>,
  ): Promise<Came> {
    const choice = this.#firstWorking(module, attempt);
    const end = () => {
      if (this.#choosing.get(module.name) === settled) this.#choosing.delete(module.name);
    };
    const settled: Promise<void> = choice.then(end, end);
    this.#choosing.set(module.name, settled);
    return choice;
  }

  async #untilChosen(name: string): Promise<void> {
    while (this.#choosing.has(name)) await this.#choosing.get(name);
  }

  async #firstWorking<Came extends { loaded: Shown }>(
    module: RegistryModule,
    attempt: (release: ModuleRelease) => Promise<Came>,
  ): Promise<Came> {
    const chain = this.#chain(module);
    let failure: unknown;
    const isKeptByAnother = (release: ModuleRelease) => {
      const inUse = this.#releaseInUse(module);
      return inUse !== undefined && inUse !== release;
    };
    const tryOut = async (release: ModuleRelease): Promise<Came> => {
      // What another place of the document shows keeps its release. It is looked at as late as possible: the page that
      // this one replaces is still there when its load begins.
      if (isKeptByAnother(release)) throw failure ?? new Error('Another release of the module runs');
      const came = await attempt(release).catch((error: unknown) => {
        failure = error;
        if (!this.#releaseInUse(module)) this.#giveUp(module, release, error);
        throw error;
      });
      if (isKeptByAnother(release) || this.#broken.has(release.container))
        throw failure ?? new Error(`${release.container} threw in another place`);
      return came;
    };
    try {
      const came = await firstWorking(chain, tryOut);
      this.#adopt(came.loaded);
      return came;
    } catch (error) {
      // Another part may work where this one did not.
      for (const { container } of chain) this.#broken.delete(container);
      throw error;
    }
  }

  /** From now on the module runs this release: what came from another one is loaded again when it is shown. */
  #adopt(shown: Shown): void {
    const { part, module, release } = shown;
    this.#running.set(module.name, release.version);
    this.#arrived.set(part, shown);
    const isOther = (from: Shown | undefined) =>
      from?.module.name === module.name && from.release !== release;
    this.#drop((each) => isOther(this.#arrived.get(each)));
  }

  /** Loads one part from one release, at the second attempt where the first one fails. */
  async #attempt<Props>(release: ModuleRelease, find: (definition: ModuleDefinition) => Part<Props>) {
    let retried = false;
    const once = async () => {
      const part = find(await this.#effects.loadDefinition(release));
      if (!part) throw new Error(`${release.container} lacks a part that its registry entry lists`);
      return (await part()).default;
    };
    const again = async () => {
      retried = true;
      await this.#effects.pause();
      return once();
    };
    return { Component: await once().catch(again), retried };
  }
}
