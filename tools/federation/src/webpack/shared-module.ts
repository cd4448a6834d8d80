/** Type of the modules that stand for a shared package where it is used; they load the package before they run. */
export const CONSUME_SHARED = 'consume-shared-module';
/** Type of the modules that offer a package to the page. */
export const PROVIDE_SHARED = 'provide-module';

/** A shared package that code of the build takes from the page. */
export interface ConsumedPackage {
  name: string;
  requiredVersion: string;
  singleton: boolean;
  strictVersion: boolean;
  /** Whether the build brings a copy of its own. */
  bundled: boolean;
}

/**
 * The package that a consuming module stands for, read from its description:
 * `consume-shared-module|default|react|…` stands for `react`.
 */
export function consumedName(identifier: string): string {
  return identifier.split('|')[2] ?? identifier;
}

/** The package that a module offers: `provide module (default) react@19.3.1 = …` offers `react`. */
export function providedName(identifier: string): string {
  return /^provide module \([^)]*\) (@?[^@]+)@/.exec(identifier)?.[1] ?? identifier;
}
