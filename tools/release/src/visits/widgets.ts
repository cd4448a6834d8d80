import type { Page } from '@playwright/test';
import type { ModuleBuild } from '@dps/contract';

/** Runs in a page. Loads the code of widgets from an active container. Returns the names of the widgets that fail. */
async function loadIn({ container, names }: { container: string; names: string[] }): Promise<string[]> {
  const property = (target: unknown, name: string): unknown =>
    typeof target === 'object' && target !== null ? Reflect.get(target, name) : undefined;
  const call = (target: unknown, name: string, ...given: unknown[]): unknown => {
    const method = property(target, name);
    if (typeof method !== 'function') throw new Error(`${name} is missing`);
    return Reflect.apply(method, target, given);
  };
  const definition = async (): Promise<unknown> => {
    const factory: unknown = await call(Reflect.get(globalThis, container), 'get', './module');
    return typeof factory === 'function' ? property(factory(), 'default') : undefined;
  };
  const failed: string[] = [];
  for (const name of names) {
    try {
      const widget: unknown = await call(property(await definition(), 'widgets'), name);
      if (!property(widget, 'default')) throw new Error('it has no component');
    } catch (error) {
      failed.push(`${name} (${error instanceof Error ? error.message : String(error)})`);
    }
  }
  return failed;
}

/**
 * Loads the code of every widget of a module in a page that runs it. Does not render the widgets, because they need
 * props of the module that uses them.
 *
 * @returns one sentence for each problem
 */
export async function loadWidgets(page: Page, { container, widgets }: ModuleBuild): Promise<string[]> {
  const failed = await page.evaluate(loadIn, { container, names: widgets });
  return failed.map((each) => `cannot load its widget ${each}`);
}
