import { acceptedRange, CONTRACT, isProvidedByShell, KIT } from '@dps/module-kit/shared-policy';
import type { PackageJson } from './packages.ts';

/** The packages of which a module and its tools must use the same installed copy. */
const SHARED_PACKAGES = new Set([CONTRACT, KIT]);

/** The origin of a packed package. */
export interface Provenance {
  /** Version of the contract from the same sources. */
  contract: string;
  /** SHA-256 of the types of this contract, which releases are compared by: `sha256-…`. */
  types: string;
  /** The commit of the sources. */
  commit: string;
}

const compiled = (file: string): string => file.replace(/\.tsx?$/, '.js');
const declarations = (file: string): string => file.replace(/\.tsx?$/, '.d.ts');

/** Returns an entry of `exports` after compilation. Entries that are not TypeScript stay. */
function packedExport(entry: unknown): unknown {
  if (typeof entry !== 'string' || !/\.tsx?$/.test(entry)) return entry;
  return { types: declarations(entry), default: compiled(entry) };
}

const mapValues = <To>(given: object, change: (value: unknown) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]));

const pick = (entries: Record<string, string>, accept: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => accept(name)));

/**
 * Returns whether an installation must contain a dependency once. These become peer dependencies, so that the module
 * that installs the package decides the version.
 */
const isPeer = (name: string): boolean => isProvidedByShell(name) || SHARED_PACKAGES.has(name);

/**
 * Returns the package.json of a packed package.
 *
 * @param json the package.json of the sources
 * @param isForModules whether modules install the package, so that it shares libraries with them
 */
export function packedJson(json: PackageJson, provenance: Provenance, isForModules: boolean): object {
  const { dependencies = {}, peerDependencies = {}, sideEffects } = json;
  const peers = isForModules ? pick(dependencies, isPeer) : {};
  const peerRanges = Object.entries(peers).map(([name, version]) => [
    name,
    SHARED_PACKAGES.has(name) ? version : acceptedRange(version),
  ]);
  return {
    name: json.name,
    version: json.version,
    ...(json.description && { description: json.description }),
    license: 'MIT',
    type: 'module',
    engines: { node: '>=24' },
    ...(sideEffects !== undefined && {
      sideEffects: Array.isArray(sideEffects) ? sideEffects.map(compiled) : sideEffects,
    }),
    ...(json.bin &&
      Object.keys(json.bin).length > 0 && { bin: mapValues(json.bin, (file) => compiled(String(file))) }),
    exports: { ...mapValues(json.exports ?? {}, packedExport), './package.json': './package.json' },
    dependencies: pick(dependencies, (name) => !(name in peers)),
    peerDependencies: { ...peerDependencies, ...Object.fromEntries(peerRanges) },
    ...(json.peerDependenciesMeta && { peerDependenciesMeta: json.peerDependenciesMeta }),
    ...(json.optionalDependencies && { optionalDependencies: json.optionalDependencies }),
    provenance,
  };
}
