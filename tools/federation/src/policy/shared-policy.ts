export const CONTRACT = '@dps/shared-contracts';

/** The entries of the contract that exist once in a page. */
export const KIT_ENTRIES = ['client', 'ui', 'ui/data', 'ui/router', 'ui/toast'].map(
  (entry) => `${CONTRACT}/${entry}`,
);

/** Libraries that exist once in a page; one that ends in a slash means every entry below. */
const LIBRARIES = ['react', 'react/', 'react-dom', 'react-dom/', 'react-redux', '@emotion/react'];

/** The entries that the shell provides; a module that takes another one below `react/` or `react-dom/` would fail to load. */
export const PROVIDED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-redux',
  '@emotion/react',
  ...KIT_ENTRIES,
];

/** Versions that the contract is made with. */
export interface ContractVersions {
  contract: string;
  libraries: Record<string, string>;
}

export interface SharedEntry {
  singleton: true;
  strictVersion: true;
  requiredVersion: string;
  /** Only the contract's own entries, whose version no package.json beside them states. */
  version?: string;
  import?: false;
}

function packageOf(request: string): string {
  return request.replace(/\/$/, '');
}

/**
 * The range that a package asks of the page: whatever patch, so that shell and modules take fixes independently, and no
 * older minor, because code may use what that minor brought.
 */
export function acceptedRange(version: string): string {
  const [major, minor] = version.split('.');
  return `^${major}.${minor}.0`;
}

/**
 * What is shared, and how: one policy for the shell, which brings everything, and for modules, which bring nothing.
 *
 * A module must not bring a copy even as a fallback: the copy of a release that then fails would stay in the page's
 * share scope, and the shell and the other modules would get it.
 *
 * @param contract range of contract versions that the package works with: the one in module.json, which says more than
 *   the version it happens to be built with
 */
export function sharedPolicy(
  role: 'shell' | 'module',
  versions: ContractVersions,
  contract = acceptedRange(versions.contract),
): Record<string, SharedEntry> {
  const brought = role === 'module' ? { import: false as const } : {};
  const entry = (requiredVersion: string): SharedEntry => ({
    singleton: true,
    strictVersion: true,
    requiredVersion,
    ...brought,
  });
  const libraries = LIBRARIES.map((request) => {
    const version = versions.libraries[packageOf(request)];
    if (version === undefined) throw new Error(`${CONTRACT} does not depend on ${packageOf(request)}`);
    return [request, entry(acceptedRange(version))] as const;
  });
  const kit = KIT_ENTRIES.map((request) => [
    request,
    { ...entry(contract), ...(role === 'shell' ? { version: versions.contract } : {}) },
  ]);
  return Object.fromEntries([...libraries, ...kit]);
}
