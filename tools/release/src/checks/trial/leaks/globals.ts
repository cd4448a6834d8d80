/** Snapshot of the globals: names of `window` and functions of the browser's objects. */
export type GlobalSnapshot = Map<object, { name: string; keys: Map<PropertyKey, unknown> }>;

/**
 * Runs in a page. Takes a snapshot of the names of `window` and of the functions of the browser's objects.
 *
 * @returns a value that must stay in the page, because functions can be compared only there
 */
export function snapshotGlobals(): GlobalSnapshot {
  const snapshot: GlobalSnapshot = new Map();
  const functionsOf = (target: object) => {
    const keys = new Map<PropertyKey, unknown>();
    for (const key of Reflect.ownKeys(target)) {
      const found = Object.getOwnPropertyDescriptor(target, key) ?? {};
      keys.set(key, typeof found.value === 'function' ? found.value : Reflect.get(found, 'get'));
    }
    return keys;
  };
  const add = (name: string, target: unknown) => {
    const isObject = typeof target === 'function' || (typeof target === 'object' && target !== null);
    if (isObject && !snapshot.has(target)) snapshot.set(target, { name, keys: functionsOf(target) });
  };
  add('window', window);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    if (typeof value !== 'function') continue;
    add(name, value);
    add(`${name}.prototype`, Reflect.get(value, 'prototype'));
  }
  const single = { Math, JSON, Reflect, Intl, console, document, history, navigator };
  for (const [name, target] of Object.entries(single)) add(name, target);
  return snapshot;
}

/** Changes since a snapshot. */
export interface GlobalChanges {
  /** New names of `window`. */
  added: string[];
  /** Replaced functions of the browser's objects: `Array.prototype.map`. */
  patched: string[];
}

/** Runs in a page. Compares the globals with a snapshot. */
export function compareGlobals(snapshot: GlobalSnapshot): GlobalChanges {
  const added: string[] = [];
  const patched: string[] = [];
  for (const [target, { name, keys }] of snapshot) {
    const isWindow = target === window;
    // All objects of a kind inherit a new value of their prototype.
    const isInherited = name.endsWith('.prototype');
    for (const key of new Set([...keys.keys(), ...Reflect.ownKeys(target)])) {
      const found = Object.getOwnPropertyDescriptor(target, key) ?? {};
      const now: unknown = typeof found.value === 'function' ? found.value : Reflect.get(found, 'get');
      const isNew = !keys.has(key);
      if (isWindow && isNew) added.push(String(key));
      // Elsewhere only functions count: React sets plain values on the nodes that it listens on.
      else if (now !== keys.get(key) || (isNew && isInherited))
        patched.push(isWindow ? String(key) : `${name}.${String(key)}`);
    }
  }
  return { added, patched };
}

/** Names of frames, which are numbers, of the browser driver, and of React Redux, which the shell loads for the first page that needs it. */
const IGNORED = /^(\d+|__playwright.*|__pw.*|Symbol\(react-redux-context\))$/;

/**
 * Returns a sentence for each kind of leak into the globals. Names with a container name are allowed: they include the
 * version, so two releases cannot collide.
 *
 * @param containers container names of all active releases
 */
export function globalProblems({ added, patched }: GlobalChanges, containers: readonly string[]): string[] {
  const leaked = added.filter(
    (name) => !IGNORED.test(name) && !containers.some((container) => name.includes(container)),
  );
  return [
    ...(leaked.length > 0
      ? [`adds names to window, which can collide with other modules: ${leaked.join(', ')}`]
      : []),
    ...(patched.length > 0
      ? [`replaces built-in functions of the browser: ${patched.join(', ')}. Import a function instead`]
      : []),
  ];
}
