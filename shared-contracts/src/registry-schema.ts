import { ROLES, ROUTE_ACCESS } from './domain/role.ts';
import type { ModuleNavigation, RouteHeading } from './module-manifest.ts';
import type {
  Canary,
  EntrySignature,
  ModuleRelease,
  Preview,
  Registry,
  RegistryModule,
  RegistryRoute,
  ShellCanary,
  ShellRelease,
} from './registry.ts';

/** A registry or release that is invalid. The message names the first invalid field: `registry.modules[0].stable`. */
export class DamagedDocument extends Error {
  override name = 'DamagedDocument';
}

// The shell parses a registry on every first load, for which a schema library would cost 12 KB. So the schema is a tree of
// functions. Each checks one value and throws DamagedDocument with its path.
export type Check = (value: unknown, at: string) => void;
/** One check for each field of a type. Unknown fields are allowed, because a later release may add them. */
type Shape<T> = Record<keyof T, Check>;

export const refuse = (at: string, expected: string): never => {
  throw new DamagedDocument(`${at} is not ${expected}`);
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text: Check = (value, at) => {
  if (typeof value !== 'string' || value === '') refuse(at, 'a text');
};
const matching =
  (pattern: RegExp, expected: string): Check =>
  (value, at) => {
    if (typeof value !== 'string' || !pattern.test(value)) refuse(at, expected);
  };
export const oneOf =
  (values: readonly string[]): Check =>
  (value, at) => {
    if (typeof value !== 'string' || !values.includes(value)) refuse(at, `one of ${values.join(', ')}`);
  };
const integer =
  (least: number, most: number): Check =>
  (value, at) => {
    if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most)
      refuse(at, `an integer from ${least} to ${most}`);
  };
const isTrue: Check = (value, at) => {
  if (value !== true) refuse(at, 'true');
};
export const optional =
  (check: Check): Check =>
  (value, at) => {
    if (value !== undefined) check(value, at);
  };
const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (Array.isArray(value)) value.forEach((each, index) => check(each, `${at}[${index}]`));
    else refuse(at, 'a list');
  };
const recordOf =
  (check: Check): Check =>
  (value, at) => {
    if (!isObject(value)) return refuse(at, 'an object');
    for (const [key, each] of Object.entries(value)) check(each, `${at}.${key}`);
  };
export const shapeOf =
  <T>(shape: Shape<T>, together?: (value: Record<string, unknown>, at: string) => void): Check =>
  (value, at) => {
    if (!isObject(value)) return refuse(at, 'an object');
    for (const [key, check] of Object.entries<Check>(shape)) check(value[key], `${at}.${key}`);
    together?.(value, at);
  };

const path = matching(/^\//, 'a path');
const integrity = matching(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/, 'an integrity hash');
/** Only below the page's own origin: `//elsewhere.example/` is another origin. */
export const OWN_FOLDER = /^\/(?!\/)[\w./-]+\/$/;
export const ownFolder = matching(OWN_FOLDER, 'a path of this origin that ends with /');
const texts = listOf(text);
const files = recordOf(integrity);
const roles = optional(listOf(oneOf(ROLES)));

const heading: Shape<RouteHeading> = { title: text, text: optional(text), role: optional(oneOf(ROLES)) };
const route: Shape<RegistryRoute> = {
  path,
  title: text,
  loadingText: optional(text),
  headings: optional(listOf(shapeOf(heading))),
  access: oneOf(ROUTE_ACCESS),
  roles,
  chunks: texts,
  shared: optional(texts),
};
const navigation: Shape<ModuleNavigation> = {
  path,
  label: text,
  labels: optional(recordOf(text)),
  order: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  icon: text,
  roles,
};
export const moduleRelease = (base: Check): Shape<ModuleRelease> => ({
  version: text,
  container: text,
  base,
  entry: text,
  files,
  contract: text,
  routes: listOf(shapeOf(route)),
  navigation: listOf(shapeOf(navigation)),
  widgets: texts,
  origins: optional(texts),
});
export const shellRelease: Shape<ShellRelease> = {
  version: text,
  documentFormat: optional(integer(1, Number.MAX_SAFE_INTEGER)),
  contract: optional(text),
  base: ownFolder,
  main: texts,
  preload: texts,
  frame: optional(texts),
  shared: optional(recordOf(texts)),
  files,
};
const share: Shape<Omit<Canary, 'version'>> = {
  percent: integer(0, 100),
  salt: text,
  accounts: optional(listOf(integer(1, Number.MAX_SAFE_INTEGER))),
};
const canary: Shape<Canary> = { version: text, ...share };
const preview: Shape<Preview> = { id: text, version: text, expires: integer(0, Number.MAX_SAFE_INTEGER) };
const shellCanary: Shape<ShellCanary> = { ...share, shell: shapeOf(shellRelease) };
const entrySignature = optional(
  shapeOf<EntrySignature>({
    value: text,
    key: text,
    revision: integer(1, Number.MAX_SAFE_INTEGER),
    reloadBefore: optional(integer(0, Number.MAX_SAFE_INTEGER)),
  }),
);
const registryModule: Shape<Omit<RegistryModule, 'choice'>> = {
  name: text,
  title: text,
  owner: optional(text),
  stable: text,
  inactive: optional(isTrue),
  canary: optional(shapeOf(canary)),
  previews: optional(listOf(shapeOf(preview))),
  lastGood: optional(text),
  releases: recordOf(shapeOf(moduleRelease(ownFolder))),
  signature: entrySignature,
};

/** All releases that pages may run are in the list. */
function releasesAreListed(
  { stable, lastGood, canary: tried, releases }: Record<string, unknown>,
  at: string,
) {
  const versionOf = (value: unknown) => (isObject(value) ? value['version'] : undefined);
  const named = {
    stable,
    lastGood,
    'canary.version': versionOf(tried),
  };
  for (const [field, version] of Object.entries(named)) {
    if (version !== undefined && (typeof version !== 'string' || !Object.hasOwn(Object(releases), version)))
      refuse(`${at}.${field}`, 'a version that the registry has');
  }
}

const registry = shapeOf<Registry>({
  revision: integer(0, Number.MAX_SAFE_INTEGER),
  shell: shapeOf(shellRelease),
  previousShell: optional(shapeOf(shellRelease)),
  shellCanary: optional(shapeOf(shellCanary)),
  modules: listOf(shapeOf(registryModule, releasesAreListed)),
  reloadBefore: optional(integer(0, Number.MAX_SAFE_INTEGER)),
  shellSignature: entrySignature,
});
/** Parses JSON. Throws DamagedDocument. */
export function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new DamagedDocument('it is not valid JSON', { cause: error });
  }
}

function isRegistry(value: unknown): value is Registry {
  registry(value, 'registry');
  return true;
}

/** Parses `registry.json`. Throws DamagedDocument. */
export function parseRegistry(json: string): Registry {
  const value = readJson(json);
  return isRegistry(value) ? value : refuse('registry', 'valid');
}
