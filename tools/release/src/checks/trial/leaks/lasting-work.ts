import type { Page } from '@playwright/test';
import { recordedProblems } from '../visits/recorded-problems.ts';

const GUARD = '__lastingWork';
/** A timeout that a timeout has started, twice: the function repeats itself. */
const REPEATS = 3;

interface GuardOptions {
  guard: string;
  /** Base path of the candidate's files: `/modules/jobs/1.0.0/`. */
  base: string;
  repeats: number;
}

/**
 * Runs in a page before all other scripts. Records the listeners of the candidate on the window and the document, and its
 * timers, until they end. A call belongs to the release whose file is the innermost one in the call stack.
 */
function installGuard({ guard, base, repeats }: GuardOptions): void {
  const isCandidate = () => {
    const [file] = /\/(?:modules|shell)\/[^\s:)]+/.exec(new Error().stack ?? '') ?? [];
    return file?.startsWith(base) === true;
  };

  /** Returns a function that calls a method of the browser. */
  const nativeOf = (owner: object, name: string) => {
    const method: unknown = Reflect.get(owner, name);
    return (target: EventTarget, ...given: unknown[]): unknown =>
      typeof method === 'function' ? Reflect.apply(method, target, given) : undefined;
  };

  interface Listener {
    target: EventTarget;
    type: string;
    listener: unknown;
    capture: boolean;
    signal: AbortSignal | undefined;
  }
  let listeners: Listener[] = [];
  const nameOf = (target: EventTarget): string | undefined => {
    if (target === window) return 'window';
    return target === document ? 'document' : undefined;
  };
  const captures = (options: unknown) =>
    typeof options === 'object' && options !== null
      ? Reflect.get(options, 'capture') === true
      : options === true;
  const add = nativeOf(EventTarget.prototype, 'addEventListener');
  const remove = nativeOf(EventTarget.prototype, 'removeEventListener');
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const { once, signal } = typeof options === 'object' ? options : {};
    if (nameOf(target) !== undefined && once !== true && isCandidate())
      listeners.push({ target, type, listener, capture: captures(options), signal });
    add(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (
    this: EventTarget | undefined,
    type,
    listener,
    options,
  ) {
    const target = this ?? window;
    const capture = captures(options);
    listeners = listeners.filter(
      (each) =>
        each.target !== target ||
        each.type !== type ||
        each.listener !== listener ||
        each.capture !== capture,
    );
    remove(target, type, listener, options);
  };

  /** Each timer with its depth: how many timeouts started one another. An interval repeats from the beginning. */
  const timers = new Map<number, number>();
  let depth = 0;
  const startTimeout = nativeOf(window, 'setTimeout');
  const startInterval = nativeOf(window, 'setInterval');
  Object.assign(window, {
    setTimeout: (handler: TimerHandler, delay?: number, ...given: unknown[]) => {
      if (typeof handler !== 'function' || !isCandidate())
        return startTimeout(window, handler, delay, ...given);
      const own = depth + 1;
      const run = () => {
        timers.delete(id);
        depth = own;
        try {
          handler(...given);
        } finally {
          depth = 0;
        }
      };
      const id = Number(startTimeout(window, run, delay));
      timers.set(id, own);
      return id;
    },
    setInterval: (handler: TimerHandler, delay?: number, ...given: unknown[]) => {
      const id = Number(startInterval(window, handler, delay, ...given));
      if (isCandidate()) timers.set(id, repeats);
      return id;
    },
  });
  for (const name of ['clearTimeout', 'clearInterval'] as const) {
    const clear = window[name];
    window[name] = (id) => {
      timers.delete(Number(id));
      clear(id);
    };
  }

  const take = () => {
    const left = listeners.filter(({ signal }) => signal?.aborted !== true);
    const types = new Set(left.map(({ target, type }) => `${nameOf(target) ?? ''} ${type}`));
    return [
      ...(types.size === 0
        ? []
        : [
            `leaves listeners after its page, which act on other modules: ${[...types].join(', ')}. Remove them on unmount`,
          ]),
      ...([...timers.values()].some((each) => each >= repeats)
        ? ['leaves timers that repeat after its page. Clear them on unmount']
        : []),
    ];
  };
  Object.defineProperty(globalThis, guard, { value: take });
}

/** Records from now on the listeners and timers of a candidate, in all documents of a page. `base` is the base path of its files. */
export async function guardLastingWork(page: Page, base: string): Promise<void> {
  await page.addInitScript(installGuard, { guard: GUARD, base, repeats: REPEATS });
}

/** Returns one sentence for each kind of listeners and timers that the candidate has not ended. Without the guard, returns none. */
export const lastingWorkProblems = (page: Page): Promise<string[]> => recordedProblems(page, GUARD);
