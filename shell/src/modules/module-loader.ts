import type { ModuleRelease, Registry, RegistryModule } from '@dps/contract';
import type { WidgetName, WidgetProps } from '@dps/contract/guest';
import type { LoadFacts } from '../telemetry/telemetry.ts';
import { DocumentReleases, releaseChain, type ModuleHistory, type PastLoad } from './document-releases.ts';
import { wait } from './in-tasks.ts';
import {
  loadPart,
  firstSuccessful,
  HEDGE_MS,
  ModuleUnavailable,
  measureLoad,
  type FindPart,
  type LoadEffects,
} from './load-part.ts';
import { PartCache, pagePart, type Loaded, type Shown } from './part-cache.ts';
import type { Tracked } from './preloadable.tsx';

/** Side effects of the loader. */
interface LoaderEffects extends LoadEffects {
  preloadFiles: (release: ModuleRelease, files: readonly string[]) => void;
  /** Receives the name of a module before its code runs. */
  onStart?: (module: string) => void;
  /** Receives the name of a module when a part of it is on the screen. */
  onShow?: (module: string) => void;
  /** Receives the outcome of a load. */
  onLoad: (load: LoadFacts) => void;
}

/** Limits how long the other parts of a module wait for a pending one: twice the time of a fallback. */
const waitLimit = () => wait(2 * HEDGE_MS);

/**
 * Loads pages and widgets of modules: from the stable release and, if it fails, from the last good one. All parts of a module
 * that the document shows at one time come from one release.
 */
export class ModuleLoader {
  readonly #registry: Registry;
  readonly #effects: LoaderEffects;
  readonly #releases = new DocumentReleases();
  readonly #parts = new PartCache();
  /** Pending choices of a release, by module. */
  readonly #choosing = new Map<string, Promise<unknown>>();
  readonly #loads: PastLoad[] = [];

  constructor(registry: Registry, effects: LoaderEffects) {
    this.#registry = registry;
    this.#effects = effects;
  }

  /** Returns the page of a module at one of its paths: the same promise until `discard` or `forgetFailures` removes it. */
  page(module: RegistryModule, path: string): Tracked<Loaded<object>> {
    const part = pagePart(module, path);
    return this.#parts.page(part, () =>
      this.#load<object>(module, part, (release) => {
        const route = release.routes.find((each) => each.path === path);
        this.#effects.preloadFiles(release, [release.entry, ...(route?.chunks ?? [])]);
        return (definition) => definition.routes.find((each) => each.path === path)?.lazy;
      }),
    );
  }

  /** Returns a widget by its name, from the module that provides it. */
  widget<Name extends WidgetName>(name: Name): Tracked<Loaded<WidgetProps[Name]>> {
    return this.#parts.widget(name, () => {
      // By its name, a widget belongs to one module, even if another module lists it.
      const module = this.#registry.modules.find(
        (each) => name.startsWith(`${each.name}.`) && each.releases[each.stable]?.widgets.includes(name),
      );
      return module
        ? this.#load<WidgetProps[Name]>(module, name, () => (definition) => definition.widgets?.[name])
        : Promise.reject<Loaded<WidgetProps[Name]>>(new Error(`No module provides ${name}`));
    });
  }

  /** Returns the first matching name among the widgets that modules provide. So the shell can show one without knowing its module. */
  findWidget<Name extends WidgetName>(matches: (name: string) => name is Name): Name | undefined {
    const { modules } = this.#registry;
    return modules.flatMap(({ releases, stable }) => releases[stable]?.widgets ?? []).find(matches);
  }

  /** Returns the module of a widget, whether or not a release provides the widget. */
  widgetOwner(name: WidgetName): RegistryModule | undefined {
    return this.#registry.modules.find((module) => name.startsWith(`${module.name}.`));
  }

  /**
   * Registers that a place of the document shows a part.
   *
   * @returns ends the registration; undefined if the module now runs another release, so that the part must be loaded again
   */
  show(shown: Shown): (() => void) | undefined {
    if (this.#isRunning(shown)) {
      this.#effects.onShow?.(shown.module.name);
      return this.#releases.show(shown);
    }
    this.#parts.remove((part) => part === shown.part);
    return undefined;
  }

  /**
   * Marks a release as failed because its code threw while it was shown. While the document shows other parts of that release,
   * the module keeps it, and only this part fails.
   *
   * @returns whether the module has another release to try
   */
  discard(shown: Shown, error: unknown): boolean {
    const { module, release } = shown;
    if (this.#releases.inUse(module)) {
      this.#parts.remove((part) => part === shown.part);
      return false;
    }
    this.#releases.markFailed(module, release, error);
    if (this.#isRunning(shown)) this.#releases.running.delete(module.name);
    this.#parts.remove((_part, _promise, loaded) => loaded?.release === release);
    return releaseChain(module, this.#releases).length > 0;
  }

  /** Deletes all failures, so that the next attempt starts with the stable release. */
  forgetFailures(): void {
    this.#releases.broken.clear();
    this.#parts.remove((_part, { status }) => status === 'rejected');
  }

  /** Returns the load history of a module by its name. */
  history(name: string): ModuleHistory {
    const isOfModule = ({ module }: { module: string }) => module === name;
    const { running, failures } = this.#releases;
    return {
      running: running.get(name),
      loads: this.#loads.filter(isOfModule),
      failures: failures.filter(isOfModule),
    };
  }

  #isRunning({ module, release }: Shown): boolean {
    return this.#releases.running.get(module.name) === release.version;
  }

  async #load<Props>(
    module: RegistryModule,
    part: string,
    begin: (release: ModuleRelease) => FindPart<Props>,
  ): Promise<Loaded<Props>> {
    const { name } = module;
    this.#effects.onStart?.(name);
    if (this.#choosing.has(name)) await Promise.race([this.#untilChosen(name), waitLimit()]);
    const report = measureLoad(module, this.#releases.running, (load) => {
      this.#loads.push({ ...load, at: Date.now() });
      this.#effects.onLoad(load);
    });
    const attempt = async (release: ModuleRelease) => {
      const { Component, retried } = await loadPart(release, begin(release), this.#effects);
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
    const releases = this.#releases;
    const chain = releaseChain(module, releases);
    let failure: unknown;
    const isAnotherInUse = (release: ModuleRelease) => (releases.inUse(module) ?? release) !== release;
    const tryRelease = async (release: ModuleRelease): Promise<Result> => {
      // The release in use has priority. Checked as late as possible, because the previous page is still mounted when the
      // load of this one starts.
      if (isAnotherInUse(release)) throw failure ?? new Error('Another release of the module runs');
      const result = await attempt(release).catch((error: unknown) => {
        failure = error;
        if (!releases.inUse(module)) releases.markFailed(module, release, error);
        throw error;
      });
      if (isAnotherInUse(release) || releases.broken.has(release.container))
        throw failure ?? new Error(`${release.container} has failed in another place`);
      return result;
    };
    try {
      const result = await firstSuccessful(chain, tryRelease);
      this.#adopt(result.loaded);
      return result;
    } catch (error) {
      // The releases may still provide other parts.
      for (const { container } of chain) releases.broken.delete(container);
      throw error;
    }
  }

  /** Sets the running release of a module. Parts of other releases are loaded again when they are shown. */
  #adopt({ module, release }: Shown): void {
    this.#releases.running.set(module.name, release.version);
    this.#parts.remove(
      (_part, _promise, loaded) => loaded?.module.name === module.name && loaded.release !== release,
    );
  }
}

let active: ModuleLoader | undefined;

/** Creates the loader of this document. Called once, before the first render. */
export function startLoader(registry: Registry, effects: LoaderEffects): ModuleLoader {
  active = new ModuleLoader(registry, effects);
  return active;
}

/** Returns the loader of this document. */
export function moduleLoader(): ModuleLoader {
  if (!active) throw new Error('The module loader has not been started');
  return active;
}
