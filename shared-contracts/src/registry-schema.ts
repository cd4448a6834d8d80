import { array, lazy, number, object, string, ValidationError, type AnySchema } from './schemas/yup.ts';
import { ROLES } from './domain/role.ts';
import { ROUTE_ACCESS } from './module-manifest.ts';
import type { ModuleBuild, Registry, ShellRelease } from './registry.ts';

/** A registry or release that cannot be used; the message says what is wrong with it. */
export class DamagedDocument extends Error {
  override name = 'DamagedDocument';
}

const INTEGRITY = /^sha(256|384|512)-[A-Za-z0-9+/=]+$/;

const withKeysOf = (given: unknown, value: AnySchema) => {
  const keys = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  return object(Object.fromEntries(keys.map((key) => [key, value])));
};

/** An object whose every value has the same shape, whatever its keys. */
const recordOf = (value: AnySchema) => lazy((given: unknown) => withKeysOf(given, value).required());
const optionalRecordOf = (value: AnySchema) => lazy((given: unknown) => withKeysOf(given, value).optional());

const texts = () => array(string().required()).required();
const files = () => recordOf(string().matches(INTEGRITY).required());
const base = () => string().matches(/^\/[\w./-]+\/$/, 'Expected a path that begins and ends with /');
const roles = () => array(string().oneOf(ROLES).required()).optional();

const route = object({
  path: string().matches(/^\//).required(),
  title: string().required(),
  loadingText: string().optional(),
  access: string().oneOf(ROUTE_ACCESS).required(),
  roles: roles(),
  chunks: texts(),
  shared: array(string().required()).optional(),
});

const navigationItem = object({
  path: string().matches(/^\//).required(),
  label: string().required(),
  order: number().required(),
  icon: string().required(),
  roles: roles(),
});

const releaseFields = {
  version: string().required(),
  container: string().required(),
  base: base().required(),
  entry: string().required(),
  files: files(),
  contract: string().required(),
  routes: array(route.required()).required(),
  navigation: array(navigationItem.required()).required(),
  widgets: texts(),
};

const shellFields = {
  version: string().required(),
  contract: string().optional(),
  base: base().required(),
  main: texts(),
  preload: texts(),
  frame: array(string().required()).optional(),
  shared: optionalRecordOf(texts()),
  files: files(),
};
const shellRelease = object(shellFields);

const canary = object({
  version: string().required(),
  percent: number().integer().min(1).max(100).required(),
  salt: string().required(),
})
  .optional()
  .default(undefined);

const moduleEntry = object({
  name: string().required(),
  title: string().required(),
  stable: string().required(),
  canary,
  lastGood: string().optional(),
  releases: recordOf(object(releaseFields).required()),
})
  .test('stable', 'has no release of its stable version', (module) =>
    Object.hasOwn(module.releases ?? {}, module.stable),
  )
  .test(
    'canary',
    'has no release of its canary version',
    ({ canary: given, releases }) => !given || Object.hasOwn(releases ?? {}, given.version),
  );

const signature = object({ value: string().required(), key: string().required() })
  .optional()
  .default(undefined);

const registry = object({
  revision: number().integer().min(0).required(),
  shell: shellRelease.required(),
  previousShell: object(shellFields).optional().default(undefined),
  modules: array(moduleEntry.required()).required(),
  signature,
}).required();

const moduleBuild = object({
  name: string().required(),
  title: string().required(),
  ...releaseFields,
}).required();

const strictly = { strict: true };
const isRegistry = (value: unknown): value is Registry => registry.isValidSync(value, strictly);
const isShellRelease = (value: unknown): value is ShellRelease => shellRelease.isValidSync(value, strictly);
const isModuleBuild = (value: unknown): value is ModuleBuild => moduleBuild.isValidSync(value, strictly);

function problemOf(schema: AnySchema, value: unknown): string {
  try {
    schema.validateSync(value, strictly);
  } catch (error) {
    if (error instanceof ValidationError)
      return error.path ? `${error.path}: ${error.message}` : error.message;
    throw error;
  }
  return 'it does not have the expected shape';
}

function parse<T>(text: string, schema: AnySchema, fits: (value: unknown) => value is T): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DamagedDocument('it is not valid JSON', { cause: error });
  }
  if (!fits(value)) throw new DamagedDocument(problemOf(schema, value));
  return value;
}

/** The registry out of the text of `registry.json`. Throws DamagedDocument. */
export const parseRegistry = (text: string): Registry => parse(text, registry, isRegistry);

/** The shell's release out of the text of its `release.json`. Throws DamagedDocument. */
export const parseShellRelease = (text: string): ShellRelease => parse(text, shellRelease, isShellRelease);

/** A module's release out of the text of its `release.json`. Throws DamagedDocument. */
export const parseModuleBuild = (text: string): ModuleBuild => parse(text, moduleBuild, isModuleBuild);
