/** Pages that were about to run a release, and those of them that failed. */
export interface PageCounts {
  pages: number;
  failed: number;
}

/**
 * Result of the reports of browsers about a canary, by the rules of the watch. `one-network` means that the result depends on
 * the reports of one network.
 */
export type CanaryJudgement = 'worse' | 'as-good' | 'unknown' | 'one-network';

/** The pages of a canary and of the stable release since the service first read this canary. */
export interface CanaryHealth {
  judgement: CanaryJudgement;
  /** False if no process of the API responded to the last reading. */
  isReachable: boolean;
  /** Oldest first, one every five seconds. */
  points: { at: string; canary: PageCounts; stable: PageCounts }[];
}

/** The shell or a module, with its releases. */
export interface ReleasedPart {
  /** Name in commands: `jobs`, `shell`. */
  name: string;
  title: string;
  owner?: string;
  stable: string;
  /** True if no user gets the stable release. */
  inactive: boolean;
  /** The versions to which it can be rolled back, the last good one first. */
  earlier: string[];
  /** `users` names the users of the canary: `5 of 100 users`. */
  canary?: { version: string; users: string };
  health?: CanaryHealth;
}

/** One change of the registry. */
export interface ReleaseChange {
  revision: number;
  at: string;
  by: string;
  /** The teams whose modules changed. */
  owner?: string | undefined;
  /** Identifier of the key that signed it. */
  key?: string | undefined;
  /** The change, with its reason if there is one. */
  summary: string;
}

/** The parts of the contract and of other modules that an active release uses. */
export interface ReleaseUse {
  module: string;
  version: string;
  /** Names by import path: `{ '@dps/ui': ['Button'] }`. `*` means all. */
  imports: Record<string, string[]>;
  /** Widgets of other modules that it shows. */
  shows: string[];
}

/** The revision that one gateway serves. */
export interface ServedRevision {
  url: string;
  revision?: number;
  problem?: string;
}

/** GET /api/releases: the releases of all users, their history and their use of the contract. */
export interface ReleaseOverview {
  revision: number;
  /** Reasons why the newest revision is unusable (the last valid one then counts), or the history. */
  problems: string[];
  parts: ReleasedPart[];
  /** The newest first. */
  history: ReleaseChange[];
  uses: ReleaseUse[];
  served: ServedRevision[];
}

/** POST /api/releases/rollback: a rollback that the team of the module has signed with `sign-request`. */
export interface RollbackBody {
  /** The output of the command. */
  request: unknown;
  /** Reason of the rollback, for the history. */
  reason?: string;
}

/** The revision that contains the rollback. A gateway serves it shortly after. */
export interface RollbackView {
  revision: number;
}
