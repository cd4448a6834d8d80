import type { ModuleNavigation, RouteHeading } from './module-manifest.ts';
import type { Role, RouteAccess } from './domain/role.ts';

/** Share key of the contract's client. A page with it reads the store, which the shell then loads. */
export const STORE_PACKAGE: string = '@dps/shared-contracts/client';

/** A route of a released module, with the files that it needs first. */
export interface RegistryRoute {
  path: string;
  title: string;
  /** Shown while the session or the page loads, instead of 'Loading...'. */
  loadingText?: string;
  /** The headings of the page, which the document shows until the page renders. */
  headings?: RouteHeading[];
  access: RouteAccess;
  roles?: Role[];
  /** Files below the release's base, in loading order. */
  chunks: string[];
  /** Share keys of the packages that the page takes from the shell. */
  shared?: string[];
}

/** One immutable release of a module. */
export interface ModuleRelease {
  version: string;
  /** Name of its federation container, with the version: `mfe_jobs_1_0_0`. */
  container: string;
  /** Base path of its files: `/modules/jobs/1.0.0/`. */
  base: string;
  /** The remote entry, below the base. */
  entry: string;
  /** Integrity hashes of all files below the base: `sha256-…`. */
  files: Record<string, string>;
  /** Contract range: `^1.0.0`. */
  contract: string;
  routes: RegistryRoute[];
  navigation: ModuleNavigation[];
  /** Names of the widgets that it provides. */
  widgets: string[];
  /** Origins of its own backend. Pages may call those that the deployment allows. */
  origins?: string[];
}

/** The file of a shell's release with the outlines of its pages. */
export const OUTLINE_FILE = 'outline.json';

/**
 * The frame of a shell as HTML and CSS, which documents show until the shell has rendered. `{{title}}`, `{{text}}` and `{{loading}}`
 * are the places of the heading and the loading text.
 */
export interface Outlines {
  style: string;
  /** A page of a signed-in user. */
  user: string;
  /** A page of a signed-out user. */
  guest: string;
  /** A public page without a user. */
  public: string;
  /** A page whose user or address is not known yet. */
  checking: string;
}

/** A release for a share of the users, and for named users. */
export interface Canary {
  version: string;
  /** Percentage of users; 0 only with accounts. */
  percent: number;
  /** New for each canary, so that the same users do not always receive a canary first. */
  salt: string;
  /** Ids of users who always get it. The registry is public, so it has no names. */
  accounts?: number[];
}

/** A release of the shell for a share of the users, and for named users. */
export interface ShellCanary extends Omit<Canary, 'version'> {
  shell: ShellRelease;
}

/** Reason for a choice, see `chooseRelease`. */
export type ChoiceReason = 'override' | 'preview' | 'canary' | 'stable' | 'fits' | 'inactive';

/** The chosen release for one page, and the reason. */
export interface ModuleChoice {
  reason: ChoiceReason;
  /** The stable release; empty for a module without one. */
  promoted: string;
  /** Selection for this tab: a version, or the origin of a dev server. */
  source?: string;
  /** Reason why the selection is not allowed. */
  problem?: string;
}

/** A release for testers, before it is for users. Its owner signs it with the module. */
export interface Preview {
  /** Names it in addresses: `?preview=<id>`. */
  id: string;
  version: string;
  /** End of its validity, in ms since 1970. */
  expires: number;
}

export interface RegistryModule {
  name: string;
  title: string;
  /** Name of the team that releases it, as in its newest release. */
  owner?: string;
  stable: string;
  /** True if no user gets the stable release: before the first promotion, and after a retirement. A canary still runs. */
  inactive?: true;
  canary?: Canary;
  previews?: Preview[];
  lastGood?: string;
  releases: Record<string, ModuleRelease>;
  /** Signature of the owner. */
  signature?: EntrySignature;
  /** Only in the registry of a page, where `stable` is the chosen release. */
  choice?: ModuleChoice;
}

/** Format of the document that the current shell reads. 1: it shows that a page runs a preview. */
export const DOCUMENT_FORMAT = 1;

/** One release of the shell. */
export interface ShellRelease {
  version: string;
  /** `DOCUMENT_FORMAT` of its build; absent in releases from before the formats. */
  documentFormat?: number;
  /** Contract version that it provides to modules: `1.0.0`. */
  contract?: string;
  /** Base path of its files: `/shell/1.0.0/`. */
  base: string;
  /** Scripts in the document, below the base. */
  main: string[];
  /** Files that every screen needs first, below the base. */
  preload: string[];
  /** Additional files for screens of signed-in users. */
  frame?: string[];
  /** Files of each shared package by share key, below the base, without those in `preload`. */
  shared?: Record<string, string[]>;
  /** Integrity hashes of all files below the base. */
  files: Record<string, string>;
}

/** Signature of a module or of the shells, see `statementText`. */
export interface EntrySignature {
  /** Ed25519, base64. */
  value: string;
  /** First characters of the public key's SHA-256, hex: identifies the key. */
  key: string;
  /** Revision of the registry that it was made for. */
  revision: number;
  /** The `reloadBefore` of this entry. That of the registry is the highest one. */
  reloadBefore?: number;
}

/** The document that defines the active releases. */
export interface Registry {
  /** Increases by one with every change. */
  revision: number;
  shell: ShellRelease;
  /** The previous shell. */
  previousShell?: ShellRelease;
  shellCanary?: ShellCanary;
  modules: RegistryModule[];
  /** Pages with a lower revision reload, see `RELOAD_BEFORE_PATH`. */
  reloadBefore?: number;
  /** Signs `shell`, `previousShell` and `shellCanary`. */
  shellSignature?: EntrySignature;
}

/** Address of the gateway that returns `reloadBefore` as text, `0` without one. Pages request it every few seconds. */
export const RELOAD_BEFORE_PATH = '/reload-before';

type Shells = Pick<Registry, 'shell' | 'previousShell' | 'shellCanary'>;

/** Returns the shells that a registry lists: the stable one, its fallback, and the canary. */
export const shellsIn = ({ shell, previousShell, shellCanary }: Shells): ShellRelease[] => [
  shell,
  ...(previousShell ? [previousShell] : []),
  ...(shellCanary ? [shellCanary.shell] : []),
];

/** Returns all releases that a registry lists. */
export const releasesIn = ({
  modules,
  ...shells
}: Shells & Pick<Registry, 'modules'>): (ShellRelease | ModuleRelease)[] => [
  ...shellsIn(shells),
  ...modules.flatMap(({ releases }) => Object.values(releases)),
];

/** `release.json` of a module's build: its release, and the details that the registry stores once. */
export interface ModuleBuild extends ModuleRelease {
  kind: 'module';
  name: string;
  title: string;
  owner?: string;
}

/** `release.json` of the shell's build. */
export interface ShellBuild extends ShellRelease {
  kind: 'shell';
}
