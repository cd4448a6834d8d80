import type { Page } from '@playwright/test';

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
