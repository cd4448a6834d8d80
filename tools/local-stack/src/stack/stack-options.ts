import type { StackFailure } from '../failure.ts';
import type { StripeKeys } from './payments.ts';

/** Releases that stand in a folder, and who may vouch for their registry. */
export interface StoredReleases {
  /** The store's folder. */
  store: string;
  /** Base64 of the SPKI form. */
  publicKeys: readonly string[];
}

export interface StackOptions {
  /** Holds the database, the store of releases, the sandbox's payments and the logs; made when missing. */
  dataDir: string;
  /** The gateway's port on the loopback interface; a free one where it is left out. */
  port?: number | undefined;
  /** The API's; a free one where it is left out. */
  apiPort?: number | undefined;
  /** Where browsers see the gateway, when it is not `http://localhost:<port>`. */
  publicOrigin?: string | undefined;
  /** A PostgreSQL of one's own instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** The real payment provider instead of the sandbox. */
  stripe?: StripeKeys | undefined;
  /** Runs these as they stand, and whatever is released there later, instead of publishing what the workspace has built. */
  releases?: StoredReleases | undefined;
  /** Demo accounts and jobs; on unless it says false. */
  demoData?: boolean | undefined;
  /** For tests: a faster database, which is removed on close. */
  ephemeral?: boolean | undefined;
  /** Variables of the API in place of those that this process has; an empty one is as if it were not set. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Of the API; `info` where it is left out. */
  logLevel?: string | undefined;
  /**
   * Where dev servers may be that replace modules for one tab; none where the list is empty. Where it is left out, this
   * machine's, as long as the product is for this machine alone.
   */
  overrideOrigins?: readonly string[] | undefined;
  /** Gives the start up when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Told of each part that has started, with the milliseconds that it took. */
  onProgress?: ((part: string, milliseconds: number) => void) | undefined;
  /** Told, in a line, of what somebody should look at while the stack runs. */
  onWarning?: ((line: string) => void) | undefined;
}

export interface RunningStack {
  /** `http://localhost:4200` */
  url: string;
  /** Of the product's database, for tests that write more into it than they could through the API. */
  databaseUrl: string;
  /** Resolves with the reason when a part ends by itself; the rest still has to be closed then. */
  failed: Promise<StackFailure>;
  /** Stops every part, the last started first. */
  close(): Promise<void>;
}
