/** Everything that the page's own scripts could have changed of what the browser gives to all, as it is at a moment. */
export type GlobalPhoto = Map<object, { name: string; keys: Map<PropertyKey, unknown> }>;

/**
 * Runs in a page. Remembers which names `window` has, and which functions the browser's own objects have.
 *
 * @returns to be kept in the page, because only there two functions can be told apart
 */
export function photographGlobals(): GlobalPhoto {
  const photo: GlobalPhoto = new Map();
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
    if (isObject && !photo.has(target)) photo.set(target, { name, keys: functionsOf(target) });
  };
  add('window', window);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    if (typeof value !== 'function') continue;
    add(name, value);
    add(`${name}.prototype`, Reflect.get(value, 'prototype'));
  }
  const single = { Math, JSON, Reflect, Intl, console, document, history, navigator };
  for (const [name, target] of Object.entries(single)) add(name, target);
  return photo;
}

/** What has come since a photograph was taken. */
export interface GlobalChanges {
  /** Names that `window` did not have. */
  added: string[];
  /** Functions of the browser's own objects that are others than before: `Array.prototype.map`. */
  patched: string[];
}

/** Runs in a page. Compares what is there with what was. */
export function compareGlobals(photo: GlobalPhoto): GlobalChanges {
  const added: string[] = [];
  const patched: string[] = [];
  for (const [target, { name, keys }] of photo) {
    const isWindow = target === window;
    for (const key of new Set([...keys.keys(), ...Reflect.ownKeys(target)])) {
      const found = Object.getOwnPropertyDescriptor(target, key) ?? {};
      const now: unknown = typeof found.value === 'function' ? found.value : Reflect.get(found, 'get');
      const isNew = !keys.has(key);
      if (isWindow && isNew) added.push(String(key));
      // React marks the nodes that it listens on with plain values.
      else if (now !== keys.get(key)) patched.push(isWindow ? String(key) : `${name}.${String(key)}`);
    }
  }
  return { added, patched };
}

/** Frames are numbered on `window`, and the browser is driven through names of its own. */
const NOT_OURS = /^(\d+|__playwright.*|__pw.*)$/;

/**
 * What a candidate has left among the globals, in sentences. Containers, and what their chunks are handed over by, have the
 * container's name in theirs, and with it the version: no two releases can want the same one.
 *
 * @param containers of all releases that run
 */
export function globalProblems({ added, patched }: GlobalChanges, containers: readonly string[]): string[] {
  const leaked = added.filter(
    (name) => !NOT_OURS.test(name) && !containers.some((container) => name.includes(container)),
  );
  return [
    ...(leaked.length > 0
      ? [`leaves names on window, where another module may want them: ${leaked.join(', ')}`]
      : []),
    ...(patched.length > 0
      ? [`changes what the browser gives to everybody: ${patched.join(', ')}. Import a function instead`]
      : []),
  ];
}
