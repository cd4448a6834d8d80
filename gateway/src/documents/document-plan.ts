import {
  findRoute,
  STORE_PACKAGE,
  type Canary,
  type ModuleRelease,
  type Registry,
  type RegistryModule,
  type RegistryRoute,
} from '@dps/contract';
import type { KeyRing } from '@dps/release/store/key-ring';

export interface DocumentFile {
  href: string;
  /** Subresource integrity, `sha256-…`. */
  integrity: string;
}

/** Contents of the shell's document for one address. */
export interface DocumentPlan {
  /** Script tags, in order: `defer data-shell crossorigin="anonymous"` with integrity and nonce. */
  scripts: DocumentFile[];
  /** `<link rel="preload" as="script" crossorigin="anonymous">` with the same integrity and nonce. */
  preloads: DocumentFile[];
  /** Addresses of the shell's fonts: `<link rel=preload as=font crossorigin>`. */
  fonts: string[];
  /** The registry for the element `#registry`, reduced to the parts that a page reads. */
  registry: Registry;
}

function withIntegrity(base: string, files: string[], table: Record<string, string>): DocumentFile[] {
  return files.flatMap((file) => {
    const integrity = table[file];
    // The browser would fetch a preload without integrity twice, so the loader requests a file without a hash.
    return integrity && file.endsWith('.js') ? [{ href: base + file, integrity }] : [];
  });
}

/**
 * Of the shared packages, a shell reads only whether the route needs the store, which it assumes without a list. The outline has
 * the headings.
 */
function routeForPage({ shared, headings: _headings, ...route }: RegistryRoute): RegistryRoute {
  return shared && !shared.includes(STORE_PACKAGE) ? { ...route, shared: [] } : route;
}

/** A page needs the hashes of the entry and of the files it preloads. The entry holds the hashes of all other files. */
function forPage({ origins: _origins, ...release }: ModuleRelease): ModuleRelease {
  const needed = new Set([release.entry, ...release.routes.flatMap(({ chunks }) => chunks)]);
  const files = Object.entries(release.files).filter(([file]) => needed.has(file));
  return { ...release, routes: release.routes.map(routeForPage), files: Object.fromEntries(files) };
}

/**
 * A fallback runs rarely, so the page preloads only its entry, which requests the other files. The shell takes routes,
 * navigation and widgets from the chosen release.
 */
const forFallback = (release: ModuleRelease): ModuleRelease =>
  forPage({ ...release, routes: [], navigation: [], widgets: [] });

function shareOf({ accounts: _accounts, ...share }: Canary): Canary {
  return share;
}

/** Omits the signatures, which the gateway has verified, and named users and the previews, which a page does not use. */
function pageRegistry({ revision, shell, modules }: Registry): Registry {
  return {
    revision,
    shell: { ...shell, preload: [], frame: [], shared: {}, files: {} },
    modules: modules.map(({ signature: _signature, canary, previews: _previews, releases, ...module }) => {
      const chosen = releases[module.stable];
      const fallback = module.lastGood === undefined ? undefined : releases[module.lastGood];
      const kept = [
        ...(chosen ? [forPage(chosen)] : []),
        ...(fallback && fallback !== chosen ? [forFallback(fallback)] : []),
      ];
      return {
        ...module,
        ...(canary && canary.percent > 0 && { canary: shareOf(canary) }),
        releases: Object.fromEntries(kept.map((each) => [each.version, each])),
      };
    }),
  };
}

/**
 * Decides which scripts the document loads and which it preloads, so that one round trip after the document loads all
 * files of the first paint.
 *
 * @param registry the current registry
 * @param pathname the path of the requested address, `/jobs`
 */
export function planDocument(registry: Registry, pathname: string): DocumentPlan {
  const { shell } = registry;
  const match = findRoute(registry, pathname);
  const shellFiles = [
    ...shell.preload,
    ...(match?.route.access === 'user' ? (shell.frame ?? []) : []),
    ...(match?.route.shared ?? []).flatMap((name) => shell.shared?.[name] ?? []),
  ];
  const moduleFiles = match ? [match.release.entry, ...match.route.chunks] : [];
  return {
    scripts: withIntegrity(shell.base, shell.main, shell.files),
    preloads: [
      ...withIntegrity(
        shell.base,
        [...new Set(shellFiles)].filter((file) => !shell.main.includes(file)),
        shell.files,
      ),
      ...(match ? withIntegrity(match.release.base, [...new Set(moduleFiles)], match.release.files) : []),
    ],
    fonts: Object.keys(shell.files)
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => shell.base + file),
    registry: pageRegistry(registry),
  };
}

/** Returns the releases that a page may run: the chosen one and its fallback. A selection in the tab can be any other. */
function runnable({ stable, lastGood, choice, releases }: RegistryModule, hasOverrides: boolean) {
  if (hasOverrides) return Object.values(releases);
  if (choice?.reason === 'inactive') return [];
  return [stable, lastGood].flatMap((version) => releases[version ?? ''] ?? []);
}

/**
 * Returns the origins of backends that a document may call: those that a release declares, and the deployment allows for its
 * module.
 *
 * @param registry of one page
 * @param hasOverrides whether users can select other releases in a tab
 */
export function backendsOf({ modules }: Registry, ring: KeyRing, hasOverrides: boolean): string[] {
  const allowed = modules.flatMap((module) =>
    runnable(module, hasOverrides)
      .flatMap(({ origins = [] }) => origins)
      .filter((origin) => ring.allows(origin, module.name)),
  );
  return [...new Set(allowed)];
}
