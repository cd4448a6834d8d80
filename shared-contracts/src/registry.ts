import type { ModuleNavigation } from './module-manifest.ts';
import type { Role, RouteAccess } from './domain/role.ts';

/** A route of a released module, with the files that it needs first. */
export interface RegistryRoute {
  path: string;
  title: string;
  /** Shown while the session or the page loads, in place of 'Loading...'. */
  loadingText?: string;
  access: RouteAccess;
  roles?: Role[];
  /** Files below the release's base, in the order in which they are needed. */
  chunks: string[];
  /** Packages that the page takes from the shell, by the names under which the shell lists their files. */
  shared?: string[];
}

/** One immutable release of a module. */
export interface ModuleRelease {
  version: string;
  /** The name of its federation container, which carries the version: `mfe_jobs_1_0_0`. */
  container: string;
  /** Where its files are: `/modules/jobs/1.0.0/`. */
  base: string;
  /** The remote entry below the base. */
  entry: string;
  /** Subresource integrity of every file below the base, the entry included: `sha256-…`. */
  files: Record<string, string>;
  /** The range of contract versions that it works with: `^1.0.0`. */
  contract: string;
  routes: RegistryRoute[];
  navigation: ModuleNavigation[];
  /** Names of the widgets that it provides. */
  widgets: string[];
}

/** A release that a share of the users gets before all others do. */
export interface Canary {
  version: string;
  /** How many of a hundred users get it. */
  percent: number;
  /** Made anew for each canary, so that it is not always the same users who go first. */
  salt: string;
}

/** Why a page runs a release: see `chooseRelease`. */
export type ChoiceReason = 'override' | 'canary' | 'stable' | 'fits';

/** What was chosen for one page, and why. */
export interface ModuleChoice {
  reason: ChoiceReason;
  /** The release that is stable for everybody; empty for a module that was never released. */
  promoted: string;
  /** What somebody chose for this tab: a version, or the origin of a dev server. */
  source?: string;
  /** Why what was chosen cannot even be asked for. */
  problem?: string;
}

export interface RegistryModule {
  name: string;
  title: string;
  stable: string;
  canary?: Canary;
  lastGood?: string;
  releases: Record<string, ModuleRelease>;
  /** Only in the registry of a page, whose `stable` is the release that was chosen for it. */
  choice?: ModuleChoice;
}

/** One release of the shell. */
export interface ShellRelease {
  version: string;
  /** The version of the contract that it provides to modules: `1.0.0`. */
  contract?: string;
  /** Where its files are: `/shell/1.0.0/`. */
  base: string;
  /** Scripts that the document loads, below the base. */
  main: string[];
  /** Files that every screen needs first, below the base. */
  preload: string[];
  /** Files that the screens of signed-in users need besides. */
  frame?: string[];
  /** Files that each shared package takes, below the base; what `preload` has is left out. */
  shared?: Record<string, string[]>;
  /** Subresource integrity of every file below the base. */
  files: Record<string, string>;
}

/** Who vouches for a registry: see `signedText`. */
export interface RegistrySignature {
  /** Ed25519, base64. */
  value: string;
  /** The first characters of the public key's SHA-256, to tell keys apart: hex. */
  key: string;
}

/** The one document that says which releases run. */
export interface Registry {
  /** Grows by one with every change. */
  revision: number;
  shell: ShellRelease;
  /** The shell that ran before this one. */
  previousShell?: ShellRelease;
  modules: RegistryModule[];
  signature?: RegistrySignature;
}

/** What a module's build writes as `release.json`: its release, and the facts that the registry keeps once. */
export interface ModuleBuild extends ModuleRelease {
  kind: 'module';
  name: string;
  title: string;
}

/** What the shell's build writes as `release.json`. */
export interface ShellBuild extends ShellRelease {
  kind: 'shell';
}
