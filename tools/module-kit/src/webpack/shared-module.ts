/** Type of the modules that represent a shared package in the code that imports it. They load the package before they run. */
export const CONSUME_SHARED = 'consume-shared-module';
/** Type of the modules that add a package to the page's share scope. */
export const PROVIDE_SHARED = 'provide-module';

/** A shared package that code of the build imports from the page's share scope. */
export interface ConsumedPackage {
  name: string;
  requiredVersion: string;
  singleton: boolean;
  strictVersion: boolean;
  /** Whether the build contains a fallback copy. */
  bundled: boolean;
}

/**
 * Returns the package of a consuming module, from its identifier:
 * `react` for `consume-shared-module|default|react|…`.
 */
export function consumedName(identifier: string): string {
  return identifier.split('|')[2] ?? identifier;
}

/** Returns the package of a providing module: `react` for `provide module (default) react@19.3.1 = …`. */
export function providedName(identifier: string): string {
  return /^provide module \([^)]*\) (@?[^@]+)@/.exec(identifier)?.[1] ?? identifier;
}

/** Returns the innermost package of node_modules that contains a file; undefined for other files. */
export function packageOf(file: string): string | undefined {
  const parts = file.replaceAll('\\', '/').split('/node_modules/');
  return parts.length > 1 ? /^(?:@[^/]+\/)?[^/]+/.exec(parts.at(-1) ?? '')?.[0] : undefined;
}
