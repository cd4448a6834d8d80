/** JSON that `JSON.stringify` cannot write: huge numbers, deep nesting, lone surrogates. */
export class RawJson {
  constructor(readonly text: string) {}
}

type Container = unknown[] | Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}

/** Serializes a value. RawJson is inserted literally. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (!isContainer(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`).join(',')}}`;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]));
}

/** A value and all objects and arrays inside it. */
function containersOf(value: unknown): Container[] {
  if (!isContainer(value)) return [];
  return [value, ...Object.values(value).flatMap(containersOf)];
}

/** Field names that no body has. Objects inherit some of them. */
const ODD_NAMES = [
  'x',
  '',
  'id',
  'role',
  'toString',
  'constructor',
  '__proto__',
  'length',
  'then',
  '$ref',
] as const;

export type Change = 'replace' | 'remove' | 'add';

/** Copies a value and replaces, removes or adds one entry. `where` selects the entry, `to` is the new value. */
export function changed(original: unknown, how: Change, where: number, to: unknown): unknown {
  const value = copy(original);
  const places = containersOf(value).flatMap((container) =>
    Object.keys(container).map((key) => ({ container, key })),
  );
  const place = places[where % Math.max(1, places.length)];
  if (!place) return to;
  const { container, key } = place;
  const name = how === 'add' ? (ODD_NAMES[where % ODD_NAMES.length] ?? 'x') : key;
  if (how === 'add' && Array.isArray(container)) container.push(to);
  else if (how === 'remove') Reflect.deleteProperty(container, key);
  else Object.defineProperty(container, name, { value: to, enumerable: true });
  return value;
}
