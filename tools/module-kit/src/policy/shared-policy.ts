export const CONTRACT = '@dps/contract';
export const KIT = '@dps/ui';

/**
 * The names of contract and kit in a page's share scope, most specific first: the import paths of the first releases.
 * Releases of that time still run.
 */
const SHARE_KEYS = [
  { path: KIT, key: '@dps/shared-contracts/ui' },
  { path: CONTRACT, key: '@dps/shared-contracts' },
];

/** The entries of the contract and the kit that exist once in a page, by import path. */
const SHARED_ENTRIES = [`${CONTRACT}/client`, KIT, `${KIT}/data`, `${KIT}/router`, `${KIT}/toast`];

/** Returns whether an import path is a package or one of its entries. */
export const isBelow = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}/`);

/** Returns whether an import path is an entry of the contract or of the kit. */
export const isContractEntry = (request: string): boolean =>
  isBelow(request, CONTRACT) || isBelow(request, KIT);

/** Returns the name of an import path in a page's share scope: `@dps/ui/data` has `@dps/shared-contracts/ui/data`. */
export function shareKeyOf(request: string): string {
  const shared = SHARE_KEYS.find(({ path }) => isBelow(request, path));
  return shared ? shared.key + request.slice(shared.path.length) : request;
}

/** Returns the import path that has a share key, for messages to developers. */
export function importPathOf(shareKey: string): string {
  const shared = SHARE_KEYS.find(({ key }) => isBelow(shareKey, key));
  return shared ? shared.path + shareKey.slice(shared.key.length) : shareKey;
}

/** Share keys of the entries of the contract and the kit. */
export const KIT_ENTRIES = SHARED_ENTRIES.map(shareKeyOf);

/** Libraries that exist once in a page; one that ends in a slash means every entry below. */
const LIBRARIES = ['react', 'react/', 'react-dom', 'react-dom/', 'react-redux', '@emotion/react'];

/** Returns whether the shell provides a library, so that an installation must contain it once. */
export const isProvidedByShell = (name: string): boolean => LIBRARIES.includes(name);

/** Share keys that the shell provides; a module that requires another one below `react/` or `react-dom/` fails to load. */
export const PROVIDED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-redux',
  '@emotion/react',
  ...KIT_ENTRIES,
];

/** The installed version of the contract, and the versions of its libraries. */
export interface ContractVersions {
  contract: string;
  libraries: Record<string, string>;
}

export interface SharedEntry {
  singleton: true;
  strictVersion: true;
  requiredVersion: string;
  /** Name in the share scope, if it differs from the import path. */
  shareKey?: string;
  /** Set only for the contract and the kit, because the plugin finds no package.json with their version. */
  version?: string;
  import?: false;
}

function packageOf(request: string): string {
  return request.replace(/\/$/, '');
}

/**
 * Returns the version range that a package requires of the page. The range includes earlier patches, so that the shell
 * and modules update independently. It excludes earlier minor versions, because code may use features of this one.
 */
export function acceptedRange(version: string): string {
  const [major, minor] = version.split('.');
  return `^${major}.${minor}.0`;
}

/**
 * Returns the `shared` option of the federation plugin. The shell provides all packages; modules provide none.
 *
 * A module must not contain a fallback copy. If its release fails, the copy would stay in the page's share scope, and the
 * shell and the other modules would use it.
 *
 * @param contract range of contract versions that the package works with, from module.json
 */
export function sharedPolicy(
  role: 'shell' | 'module',
  versions: ContractVersions,
  contract = acceptedRange(versions.contract),
): Record<string, SharedEntry> {
  const fallback = role === 'module' ? { import: false as const } : {};
  const entry = (requiredVersion: string): SharedEntry => ({
    singleton: true,
    strictVersion: true,
    requiredVersion,
    ...fallback,
  });
  const libraries = LIBRARIES.map((request) => {
    const version = versions.libraries[packageOf(request)];
    if (version === undefined) throw new Error(`${CONTRACT} does not depend on ${packageOf(request)}`);
    return [request, entry(acceptedRange(version))] as const;
  });
  const kit = SHARED_ENTRIES.map((request) => [
    request,
    {
      ...entry(contract),
      shareKey: shareKeyOf(request),
      ...(role === 'shell' ? { version: versions.contract } : {}),
    },
  ]);
  return Object.fromEntries([...libraries, ...kit]);
}
