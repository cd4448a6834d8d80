import type { TeamKey } from '@dps/release-store/key-ring';
import type { StartFailure } from '../failure.ts';
import type { SmtpServer } from './mail.ts';
import type { Payments, StripeKeys } from './payments.ts';

/** A folder of releases, with the keys that may sign its registry. */
export interface StoredReleases {
  /** Folder of the store. */
  store: string;
  keys: readonly TeamKey[];
}

export interface ProductOptions {
  /** Directory of the database, the releases, the sandbox's payments, the mailbox and the logs. Created if missing. */
  dataDir: string;
  /** Port of the gateway on the loopback interface. Defaults to a free port. */
  port?: number | undefined;
  /** Port of the API. Defaults to a free port. */
  apiPort?: number | undefined;
  /** Port of the API's metrics, which the page `/releases` reads for the health of canaries. Undefined without metrics. */
  metricsPort?: number | undefined;
  /** Public origin of the gateway. Defaults to `http://localhost:<port>`. */
  publicOrigin?: string | undefined;
  /** Proxies in front of the gateway, whose `X-Forwarded-For` it uses: comma-separated addresses or ranges. */
  trustedProxies?: string | undefined;
  /** Host names that the gateway serves in addition to the one of the public origin. */
  allowedHosts?: readonly string[] | undefined;
  /** An external PostgreSQL instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** The real payment provider instead of the sandbox. */
  stripe?: StripeKeys | undefined;
  /** A mail server instead of the mailbox. */
  smtp?: SmtpServer | undefined;
  /** Runs the releases of this store, including later ones, instead of the builds of the workspace. */
  releases?: StoredReleases | undefined;
  /** Packages of the workspace that are not published: `mfe-weather`. For tests that release modules with these names. */
  omittedPackages?: readonly string[] | undefined;
  /** Builds the workspace, while the parts start that do not need it. By default, the builds are complete. */
  build?: (() => Promise<void>) | undefined;
  /** Demo accounts and jobs. Defaults to true. */
  demoData?: boolean | undefined;
  /** For tests: a faster database that is removed on close. */
  ephemeral?: boolean | undefined;
  /** Variables of the API that override inherited ones. An empty value unsets the variable. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Log level of the API. Defaults to `info`. */
  logLevel?: string | undefined;
  /** Origins of dev servers that may override modules in one tab. Defaults to this machine's, without a public origin. */
  overrideOrigins?: readonly string[] | undefined;
  /**
   * Ids of the users who see the page `/releases`. Defaults to the demo accounts, without a public origin. With none, the page does
   * not exist.
   */
  releaseViewers?: readonly number[] | undefined;
  /** Cancels the start when aborted. */
  signal?: AbortSignal | undefined;
  /** Receives each started part with its duration in milliseconds. */
  onProgress?: ((part: string, milliseconds: number) => void) | undefined;
  /** Receives warnings while the product runs. */
  onWarning?: ((line: string) => void) | undefined;
}

export interface Product {
  /** `http://localhost:4200` */
  url: string;
  /** Address of the database, for tests that write data directly. */
  databaseUrl: string;
  /** Address and secret key of the payment sandbox, for tests that read charges. Absent with the real provider. */
  sandbox: Payments['sandbox'];
  /** True if the mail of the product is at `/mailbox`. */
  hasMailbox: boolean;
  /** Resolves with the reason when a part ends unexpectedly. The caller must still close the product. */
  failed: Promise<StartFailure>;
  /** Stops every part in reverse order. */
  close(): Promise<void>;
}
