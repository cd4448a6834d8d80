import type { ComponentType } from 'react';
import type { ModuleRelease, Registry, RegistryModule } from '@dps/shared-contracts';
import type { ModuleDefinition, WidgetName, WidgetProps } from '@dps/shared-contracts/client';
import type { LoadFacts } from '../telemetry/telemetry.ts';
import { firstSuccessful, HEDGE_MS } from './first-successful.ts';
import type { FailedRelease, ModuleHistory, PastLoad } from './module-history.ts';
import { ModuleUnavailable, measureLoad } from './load-outcome.ts';
import { releaseChain } from './release-chain.ts';
import { tracked, type Tracked } from './tracked.ts';

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

/** Side effects of the loader. */
export interface LoaderEffects {
  /** Loads the definition that a release exposes. */
  loadDefinition: (release: ModuleRelease) => Promise<ModuleDefinition>;
  /** Preloads files of a release. */
  preloadFiles: (release: ModuleRelease, files: readonly string[]) => void;
  /** Waits a short time before a second attempt. */
  pause: () => Promise<void>;
  /** Receives the outcome of a load. */
  onLoad: (load: LoadFacts) => void;
}

/** Limits how long the other parts of a module wait for a pending one: twice the time of a fallback. */
const waitLimit = () => new Promise((resolve) => setTimeout(resolve, 2 * HEDGE_MS));

type Part<Props> = (() => Promise<{ default: ComponentType<Props> }>) | undefined;
type WidgetParts = { [Name in WidgetName]?: Tracked<Loaded<WidgetProps[Name]>> };

/**
 * Loads pages and widgets of modules: from the stable release and, if it fails, from the last good one. All parts of a module
 * that the document shows at one time come from one release.
 */
export class ModuleLoader {
  readonly #registry: Registry;
  readonly #effects: LoaderEffects;
  readonly #running = new Map<string, string>();
  readonly #broken = new Set<string>();
  /** Pending choices of a release, by module. */
  readonly #choosing = new Map<string, Promise<unknown>>();
  /** Origin of each loaded part. */
  readonly #origins = new Map<string, Shown>();
  /** Parts that the document shows, one entry for each place. */
  readonly #shown = new Set<Shown>();
  readonly #loads: PastLoad[] = [];
  readonly #failures: FailedRelease[] = [];
  readonly #pages = new Map<string, Tracked<Loaded<object>>>();
  #widgets: WidgetParts = {};

  constructor(registry: Registry, effects: LoaderEffects) {
    this.#registry = registry;
    this.#effects = effects;
  }

  /** Returns the page of a module at one of its paths: the same promise until `discard` or `forgetFailures` removes it. */
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

  /** Returns a widget by its name, from the module that provides it. */
  widget<Name extends WidgetName>(name: Name): Tracked<Loaded<WidgetProps[Name]>> {
    const known: WidgetParts[Name] = this.#widgets[name];
    if (known) return known;
    // By its name, a widget belongs to one module, even if another module lists it.
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

  /** Returns the title of a widget's module, whether or not a release provides the widget. */
  widgetTitle(name: WidgetName): string | undefined {
    return this.#registry.modules.find((module) => name.startsWith(`${module.name}.`))?.title;
  }

  /**
   * Registers that a place of the document shows a part.
   *
   * @returns ends the registration; undefined if the module now runs another release, so that the part must be loaded again
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
   * Marks a release as failed because its code threw while it was shown. While the document shows other parts of that release,
   * the module keeps it, and only this part fails.
   *
   * @returns whether the module has another release to try
   */
  discard(shown: Shown, error: unknown): boolean {
    const { part, module, release } = shown;
    if (this.#releaseInUse(module)) {
      this.#drop((each) => each === part);
      return false;
    }
    this.#markFailed(module, release, error);
    if (this.#running.get(module.name) === release.version) this.#running.delete(module.name);
    this.#drop((each) => this.#origins.get(each)?.release === release);
    return this.#chain(module).length > 0;
  }

  /** Deletes all failures, so that the next attempt starts with the stable release. */
  forgetFailures(): void {
    this.#broken.clear();
    this.#drop((_part, { status }) => status === 'rejected');
  }

  /** Returns the load history of a module by its name. */
  history(name: string): ModuleHistory {
    const isOfModule = ({ module }: { module: string }) => module === name;
    const running = this.#running.get(name);
    return { running, loads: this.#loads.filter(isOfModule), failures: this.#failures.filter(isOfModule) };
  }

  #markFailed({ name }: RegistryModule, { container, version }: ModuleRelease, error: unknown): void {
    this.#broken.add(container);
    this.#failures.push({
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
      this.#origins.delete(part);
    }
    const kept = Object.entries(this.#widgets).filter(([part]) => !unwanted.has(part));
    this.#widgets = Object.fromEntries(kept);
  }

  /** Returns the release of a module whose parts the document shows. */
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
    if (this.#choosing.has(name)) await Promise.race([this.#untilChosen(name), waitLimit()]);
    const report = measureLoad(module, this.#running, (load) => {
      this.#loads.push({ ...load, at: Date.now() });
      this.#effects.onLoad(load);
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

  /** Chooses the release of a module by its first part. Parts that are requested meanwhile wait for the choice. */
  #choose<Result extends { loaded: Shown }>(
    module: RegistryModule,
    attempt: (release: ModuleRelease) => Promise<Result>,
  ): Promise<Result> {
    const choice = this.#firstSuccessful(module, attempt);
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

  async #firstSuccessful<Result extends { loaded: Shown }>(
    module: RegistryModule,
    attempt: (release: ModuleRelease) => Promise<Result>,
  ): Promise<Result> {
    const chain = this.#chain(module);
    let failure: unknown;
    const isAnotherInUse = (release: ModuleRelease) => {
      const inUse = this.#releaseInUse(module);
      return inUse !== undefined && inUse !== release;
    };
    const tryRelease = async (release: ModuleRelease): Promise<Result> => {
      // The release in use has priority. Checked as late as possible, because the previous page is still mounted when the
      // load of this one starts.
      if (isAnotherInUse(release)) throw failure ?? new Error('Another release of the module runs');
      const result = await attempt(release).catch((error: unknown) => {
        failure = error;
        if (!this.#releaseInUse(module)) this.#markFailed(module, release, error);
        throw error;
      });
      if (isAnotherInUse(release) || this.#broken.has(release.container))
        throw failure ?? new Error(`${release.container} has failed in another place`);
      return result;
    };
    try {
      const result = await firstSuccessful(chain, tryRelease);
      this.#adopt(result.loaded);
      return result;
    } catch (error) {
      // The releases may still provide other parts.
      for (const { container } of chain) this.#broken.delete(container);
      throw error;
    }
  }

  /** Sets the running release of a module. Parts of other releases are loaded again when they are shown. */
  #adopt(shown: Shown): void {
    const { part, module, release } = shown;
    this.#running.set(module.name, release.version);
    this.#origins.set(part, shown);
    const isOther = (from: Shown | undefined) =>
      from?.module.name === module.name && from.release !== release;
    this.#drop((each) => isOther(this.#origins.get(each)));
  }

  /** Loads one part from one release, with a second attempt if the first one fails. */
  async #attempt<Props>(release: ModuleRelease, find: (definition: ModuleDefinition) => Part<Props>) {
    let retried = false;
    const once = async () => {
      const part = find(await this.#effects.loadDefinition(release));
      if (!part)
        throw new Error(`${release.container} does not provide a part that its registry entry lists`);
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
