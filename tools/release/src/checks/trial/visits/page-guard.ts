import type { Page } from '@playwright/test';
import type { ModuleBuild } from '@dps/contract';

/** Names of the functions that return the records, in the page. */
const TAKE = { harm: '__takeHarm', lastingWork: '__takeLastingWork' };
/** A script of another origin in the message of a content security policy has at most this many characters. */
const SAMPLE_LENGTH = 40;
/** A timeout that a timeout has started, twice: the function repeats itself. */
const REPEATS = 3;

interface GuardOptions {
  take: typeof TAKE;
  sampleLength: number;
  repeats: number;
  /** Name of the candidate: `jobs`. */
  module: string;
  /** Base path of the candidate's files: `/modules/jobs/1.0.0/`. */
  base: string;
}

/**
 * Runs in a page before all other scripts. Records what the candidate does to other parts: to their storage, databases and caches,
 * with custom elements, navigations and scripts that the browser refuses, and with listeners and timers that do not end.
 */
function installGuard({ take, sampleLength, repeats, module, base }: GuardOptions): void {
  const problems = new Set<string>();

  /** Returns who acts: the release whose file is the innermost one in the call stack. Undefined without such a file. */
  const actor = (): 'candidate' | 'other' | undefined => {
    const [file] = /\/(?:modules|shell)\/[^\s:)]+/.exec(new Error().stack ?? '') ?? [];
    if (file === undefined) return undefined;
    return file.startsWith(base) ? 'candidate' : 'other';
  };
  const isCandidate = () => actor() === 'candidate';

  /** Returns a function that calls a method of the browser. */
  const nativeOf = (owner: object, name: string) => {
    const method: unknown = Reflect.get(owner, name);
    return (target: unknown, ...given: unknown[]): unknown =>
      typeof method === 'function' ? Reflect.apply(method, target, given) : undefined;
  };
  /** Calls `record` with the first argument before each call of a method. */
  const observe = (prototype: object, method: string, record: (name: string) => void) => {
    const native = nativeOf(prototype, method);
    Reflect.set(prototype, method, function (this: unknown, ...given: unknown[]) {
      record(String(given[0]));
      return native(this, ...given);
    });
  };

  const [setItem, removeItem, clear] = ['setItem', 'removeItem', 'clear'].map((name) =>
    nativeOf(Storage.prototype, name),
  );
  const storages = Object.entries({ localStorage, sessionStorage });
  const nameOf = (storage: Storage) => storages.find(([, each]) => each === storage)?.[0] ?? 'storage';
  /** The data of another module. A candidate that deletes everything it finds must find something. */
  const other = 'another-module:data';
  /** What the candidate wrote and opened, also in earlier documents of the visit: `localStorage jobs-filter`. */
  const ownRecord = 'smoke:own';
  const own = new Set<string>(JSON.parse(sessionStorage.getItem(ownRecord) ?? '[]'));
  const addOwn = (kind: string, name: string) => {
    own.add(`${kind} ${name}`);
    setItem?.(sessionStorage, ownRecord, JSON.stringify([...own]));
  };
  for (const [, storage] of storages) setItem?.(storage, other, 'kept');
  indexedDB.open(other);
  void caches.open(other);

  const expected = new Map(storages.map(([name, storage]) => [name, new Map(Object.entries(storage))]));
  const isForeign = (name: string, key: string) =>
    expected.get(name)?.has(key) === true && !own.has(`${name} ${key}`);
  const removes = (name: string, key: string) =>
    problems.add(
      `removes the key ${JSON.stringify(key)} of another part from ${name}. Remove only keys that the module wrote`,
    );
  const overwrites = (name: string, key: string) =>
    problems.add(
      `overwrites the key ${JSON.stringify(key)} of another part in ${name}. Start own keys with the name of the module`,
    );
  // No other part uses storage without a file in the stack, but a module can: by a bound method in a timeout.
  const usesStorage = () => actor() !== 'other';
  Storage.prototype.setItem = function (key: string, value: string) {
    const name = nameOf(this);
    if (usesStorage()) {
      if (isForeign(name, key)) overwrites(name, key);
      else addOwn(name, key);
    }
    setItem?.(this, key, value);
    expected.get(name)?.set(key, this.getItem(key) ?? '');
  };
  Storage.prototype.removeItem = function (key: string) {
    const name = nameOf(this);
    if (usesStorage() && isForeign(name, key)) removes(name, key);
    removeItem?.(this, key);
    expected.get(name)?.delete(key);
  };
  Storage.prototype.clear = function () {
    const name = nameOf(this);
    if (usesStorage())
      problems.add(
        `calls ${name}.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem`,
      );
    clear?.(this);
    expected.get(name)?.clear();
  };
  /** Compares the storage with the recorded calls: `delete localStorage.key` is no call. */
  const checkStorage = () => {
    for (const [name, storage] of storages) {
      const known = expected.get(name) ?? new Map<string, string>();
      for (const [key, value] of known) {
        const now = storage.getItem(key);
        if (now === value || key === ownRecord || !isForeign(name, key)) continue;
        if (now === null) removes(name, key);
        else overwrites(name, key);
      }
      expected.set(name, new Map(Object.entries(storage)));
    }
  };

  for (const [kind, prototype, remove] of [
    ['database', IDBFactory.prototype, 'deleteDatabase'],
    ['cache', CacheStorage.prototype, 'delete'],
  ] as const) {
    observe(prototype, 'open', (name) => {
      if (isCandidate() && name !== other) addOwn(kind, name);
    });
    observe(prototype, remove, (name) => {
      if (isCandidate() && !own.has(`${kind} ${name}`))
        problems.add(
          `deletes the ${kind} ${JSON.stringify(name)} of another part. Delete only what the module opened`,
        );
    });
  }

  observe(CustomElementRegistry.prototype, 'define', (name) => {
    if (isCandidate() && !name.startsWith(`${module}-`))
      problems.add(
        `defines the element ${name}, which can collide with other modules. Start its name with "${module}-"`,
      );
  });

  /** Records a navigation that the candidate starts without a click, and prevents it, so that the visit continues. */
  navigation.addEventListener('navigate', (event) => {
    if (event.userInitiated || !isCandidate()) return;
    const target = new URL(event.destination.url);
    const place = target.origin === location.origin ? target.pathname : target.origin;
    if (event.navigationType === 'reload')
      problems.add('reloads the page, which discards the input of the user. Read the data again instead');
    else if (place !== location.pathname)
      problems.add(`leads the browser to ${place} without a click. Show a link instead`);
    else return;
    event.preventDefault();
  });

  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    const [, start] = /^HTMLScriptElement src\|(.*)$/s.exec(sample) ?? [];
    const address = effectiveDirective.startsWith('script-src') ? blockedURI : start;
    const origin = URL.parse(address ?? '', location.href)?.origin;
    if (address === undefined || origin === undefined || !/^https?:/.test(origin)) return;
    const rest = address === start && address.length === sampleLength ? '…' : '';
    const what = origin === location.origin ? 'that is no file of a release' : 'of another origin';
    problems.add(`loads a script ${what}: ${address}${rest}. Bundle its code into the module`);
  });

  let listeners: {
    target: EventTarget;
    type: string;
    listener: unknown;
    capture: boolean;
    signal: AbortSignal | undefined;
  }[] = [];
  const captures = (options: unknown) =>
    typeof options === 'object' && options !== null
      ? Reflect.get(options, 'capture') === true
      : options === true;
  const add = nativeOf(EventTarget.prototype, 'addEventListener');
  const remove = nativeOf(EventTarget.prototype, 'removeEventListener');
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const { once, signal } = typeof options === 'object' ? options : {};
    if ((target === window || target === document) && once !== true && isCandidate())
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
      const nested = depth + 1;
      const run = () => {
        timers.delete(id);
        depth = nested;
        try {
          handler(...given);
        } finally {
          depth = 0;
        }
      };
      const id = Number(startTimeout(window, run, delay));
      timers.set(id, nested);
      return id;
    },
    setInterval: (handler: TimerHandler, delay?: number, ...given: unknown[]) => {
      const id = Number(startInterval(window, handler, delay, ...given));
      if (isCandidate()) timers.set(id, repeats);
      return id;
    },
  });
  for (const name of ['clearTimeout', 'clearInterval'] as const)
    observe(window, name, (id) => timers.delete(Number(id)));

  const takeHarm = () => {
    checkStorage();
    const found = [...problems];
    problems.clear();
    return found;
  };
  const takeLastingWork = () => {
    const left = listeners.filter(({ signal }) => signal?.aborted !== true);
    const types = new Set(
      left.map(({ target, type }) => `${target === window ? 'window' : 'document'} ${type}`),
    );
    const found: string[] = [];
    if (types.size > 0)
      found.push(
        `leaves listeners after its page, which act on other modules: ${[...types].join(', ')}. Remove them on unmount`,
      );
    if ([...timers.values()].some((each) => each >= repeats))
      found.push('leaves timers that repeat after its page. Clear them on unmount');
    return found;
  };
  Object.defineProperty(globalThis, take.harm, { value: takeHarm });
  Object.defineProperty(globalThis, take.lastingWork, { value: takeLastingWork });
}

/** Records from now on what a module does to other parts, in all documents of a page. */
export async function guardPage(page: Page, { name, base }: ModuleBuild): Promise<void> {
  const limits = { sampleLength: SAMPLE_LENGTH, repeats: REPEATS };
  await page.addInitScript(installGuard, { take: TAKE, ...limits, module: name, base });
}

/** Runs in a page. Calls a function of the guard. */
function takeRecorded(name: string): string[] {
  const take: unknown = Reflect.get(globalThis, name);
  return typeof take === 'function' ? take() : [];
}

/** Returns the harm to other parts since the last call, one sentence for each kind. Without a guard, returns none. */
export const takeHarm = (page: Page): Promise<string[]> => page.evaluate(takeRecorded, TAKE.harm);

/** Returns one sentence for each kind of listeners and timers that the module has not ended. Without a guard, returns none. */
export const takeLastingWork = (page: Page): Promise<string[]> =>
  page.evaluate(takeRecorded, TAKE.lastingWork);
