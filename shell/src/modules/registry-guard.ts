import type { ModuleRelease, Registry, RegistryModule, RegistryRoute } from '@dps/shared-contracts';

/** A registry that cannot be read; `field` says where: `modules[0].stable`. */
export class InvalidRegistry extends Error {
  readonly field: string;

  constructor(field: string, expected: string) {
    super(`${field} is not ${expected}`);
    this.name = 'InvalidRegistry';
    this.field = field;
  }
}

export type Fields = Record<string, unknown>;

/** The guards read one field each and name it when it is wrong. A schema library would cost every first load 12 KB. */
export function fields(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRegistry(at, 'an object');
  }
  return { ...value };
}

export function text(from: Fields, key: string, at: string): void {
  if (typeof from[key] !== 'string' || from[key] === '') throw new InvalidRegistry(`${at}.${key}`, 'a text');
}

function list(from: Fields, key: string, at: string): unknown[] {
  const value = from[key];
  if (!Array.isArray(value)) throw new InvalidRegistry(`${at}.${key}`, 'a list');
  return value;
}

/** Only a path of the page's own origin: modules come from nowhere else. */
function ownPath(from: Fields, key: string, at: string): void {
  const value = from[key];
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) {
    throw new InvalidRegistry(`${at}.${key}`, 'a path of this origin');
  }
}

function route(value: unknown, at: string): void {
  const from = fields(value, at);
  for (const key of ['path', 'title', 'access'] satisfies (keyof RegistryRoute)[]) text(from, key, at);
  list(from, 'chunks', at);
}

/** Throws InvalidRegistry where a release cannot be used; `base` says where its files may be. */
export function release(value: unknown, at: string, base = ownPath): void {
  const from = fields(value, at);
  for (const key of ['version', 'container', 'entry'] satisfies (keyof ModuleRelease)[]) text(from, key, at);
  base(from, 'base', at);
  fields(from['files'], `${at}.files`);
  list(from, 'routes', at).forEach((each, i) => route(each, `${at}.routes[${i}]`));
  for (const [i, each] of list(from, 'navigation', at).entries()) {
    for (const key of ['path', 'label'])
      text(fields(each, `${at}.navigation[${i}]`), key, `${at}.navigation[${i}]`);
  }
  list(from, 'widgets', at);
}

function registryModule(value: unknown, at: string): void {
  const from = fields(value, at);
  for (const key of ['name', 'title', 'stable'] satisfies (keyof RegistryModule)[]) text(from, key, at);
  const releases = fields(from['releases'], `${at}.releases`);
  for (const [version, each] of Object.entries(releases)) release(each, `${at}.releases.${version}`);
  if (!Object.hasOwn(releases, String(from['stable']))) {
    throw new InvalidRegistry(`${at}.stable`, 'a version that the registry has');
  }
}

function isRegistry(value: unknown): value is Registry {
  const from = fields(value, 'registry');
  if (typeof from['revision'] !== 'number') throw new InvalidRegistry('revision', 'a number');
  ownPath(fields(from['shell'], 'shell'), 'base', 'shell');
  list(from, 'modules', 'registry').forEach((each, i) => registryModule(each, `modules[${i}]`));
  return true;
}

/**
 * Reads a registry.
 *
 * @param json the document's text
 * @throws InvalidRegistry naming the first field that is wrong, or SyntaxError where it is no JSON
 */
export function parseRegistry(json: string): Registry {
  const value: unknown = JSON.parse(json);
  if (!isRegistry(value)) throw new InvalidRegistry('registry', 'a registry');
  return value;
}
