import type { Page } from '@playwright/test';
import type { ModuleBuild } from '@dps/contract';

/** A start that takes longer does not end for a user: the shell gives up before. */
const WITHIN_MS = 3_000;

interface Container {
  name: string;
  /** Base path of its files: `/modules/jobs/1.0.0/`. */
  base: string;
  withinMs: number;
}

/** Runs in a page. Starts a module and loads its pages again. Returns why that fails, or an empty text. */
async function causeIn({ name, base, withinMs }: Container): Promise<string> {
  const property = (target: unknown, key: string): unknown =>
    (typeof target === 'object' && target !== null) || typeof target === 'function'
      ? Reflect.get(target, key)
      : undefined;
  const call = async (target: unknown, method: string, ...given: unknown[]): Promise<unknown> => {
    const found = property(target, method);
    if (typeof found !== 'function') throw new Error(`${method} is no function`);
    return Reflect.apply(found, target, given);
  };
  const container: unknown = Reflect.get(globalThis, name);
  if (container === undefined) return `its entry does not set the variable ${name}`;
  const late = Symbol('late');
  const inTime = async (work: Promise<unknown>): Promise<unknown> =>
    Promise.race([work, new Promise((resolve) => setTimeout(resolve, withinMs, late))]);
  try {
    const factory = await inTime(call(container, 'get', './module'));
    const definition = factory === late ? late : await inTime(call({ factory }, 'factory'));
    if (definition === late) return 'its import does not end';
    const routes = property(property(definition, 'default'), 'routes');
    for (const route of Array.isArray(routes) ? routes : [])
      if ((await inTime(call(route, 'lazy'))) === late)
        return `the import of its page ${String(property(route, 'path'))} does not end`;
    return '';
  } catch (error) {
    if (!(error instanceof Error)) return `it throws ${String(error)}`;
    const place = (error.stack ?? '').split(base)[1]?.match(/^[^\s)]+/)?.[0];
    // A bundler adds a line with the address of the attempt.
    const [message = ''] = error.message.split('\n');
    return `${error.name}: ${message}${place === undefined ? '' : `, in ${place}`}`;
  }
}

/** Returns why a module cannot be loaded, or an empty text. The shell shows users its last good release instead of the cause. */
export const findLoadCause = (page: Page, container: Omit<Container, 'withinMs'>): Promise<string> =>
  page.evaluate(causeIn, { ...container, withinMs: WITHIN_MS });

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

/** Timeout for the heading of a page. It leaves room for two busy cores. */
const SHOWN_WITHIN_MS = 20_000;

/** Returns a handle of the current heading, or of null if there is none. */
const headingIn = (page: Page) => page.evaluateHandle(() => document.querySelector('main h1'));

async function followLink(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]:visible`).first();
  if ((await link.count()) > 0) return link.click({ timeout: SHOWN_WITHIN_MS });
  // Without a link, navigate like the browser's Back button.
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Opens a page by a link in the shell or by its address, and waits for its heading.
 *
 * @returns true if the heading appears in time
 */
export async function go(page: Page, path: string, how: 'link' | 'address'): Promise<boolean> {
  const before = how === 'link' ? await headingIn(page) : null;
  try {
    if (how === 'link') await followLink(page, path);
    else await page.goto(path);
    await page.waitForFunction(
      (old) => {
        const heading = document.querySelector('main h1');
        // No heading appears without the root element.
        if (document.getElementById('root') === null) return true;
        return heading !== null && heading !== old && heading.checkVisibility();
      },
      before,
      { timeout: SHOWN_WITHIN_MS },
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}

/** Runs in a page. Returns the visible parts of the shell around the page of a module. */
function readParts(): string[] {
  const selectors = {
    'the root element': '#root',
    'the top bar': 'header',
    'the side panel': 'aside',
    'the main area': 'main',
  };
  const isCovered = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    // A page may open a dialog, which covers the frame until the user closes it.
    return (
      top !== null && !element.contains(top) && top.closest('[role="dialog"], [role="presentation"]') === null
    );
  };
  // A page of a module may have a header of its own.
  const isPart = (element: Element) =>
    element.parentElement?.closest('main') === null &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isCovered(element);
  return Object.entries(selectors)
    .filter(([, selector]) => [...document.querySelectorAll(selector)].some(isPart))
    .map(([name]) => name);
}

/** Returns the visible parts of the shell around a page. */
export const visibleParts = (page: Page): Promise<string[]> => page.evaluate(readParts);

/** Returns a sentence if parts of the shell are missing that were visible before. */
export function frameProblems(before: readonly string[], now: readonly string[]): string[] {
  const missing = before.filter((part) => !now.includes(part));
  if (missing.length === 0) return [];
  return [
    `removes, hides or covers ${missing.join(', ')} of the shell. Change only elements that the module renders itself`,
  ];
}
