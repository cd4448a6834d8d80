import type { TeamKey } from '@dps/release/store/key-ring';
import type { Sandbox } from '@dps/payment-sandbox';
import type { StartFailure } from '../failure.ts';
import type { RunningPostgres } from '../postgres/index.ts';
import type { ManagedProcess } from '../process/managed-process.ts';
import type { SmtpServer } from './mail.ts';
import type { StripeKeys } from './payments.ts';

export interface ProductOptions {
  /**
   * Directory of the database, the releases, the sandbox's payments, the mailbox and the logs. Created if missing. Defaults to a
   * temporary one, which close removes.
   */
  dataDir?: string | undefined;
  /** A faster database, which is not crash-safe, and which close removes. Defaults to true with a temporary directory. */
  ephemeral?: boolean | undefined;
  /** `api` starts the API and what it calls, without a gateway and releases. Defaults to `all`. */
  parts?: 'all' | 'api' | undefined;
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
  /** A mail server instead of the mailbox. With null, the product does not send mail. */
  smtp?: SmtpServer | null | undefined;
  /** Runs the releases of a store, including later ones, instead of the builds of the workspace. */
  releases?:
    | { keys: readonly TeamKey[]; /** Defaults to the folder of the data directory. */ store?: string }
    | undefined;
  /** Packages of the workspace that are not published: `mfe-weather`. For tests that release modules with these names. */
  omittedPackages?: readonly string[] | undefined;
  /** Builds the workspace, while the parts start that do not need it. By default, the builds are complete. */
  build?: (() => Promise<void>) | undefined;
  /** Demo accounts and jobs. Defaults to true. */
  demoData?: boolean | undefined;
  /**
   * Variables of the API that replace the settings of the product. By default, the API has the variables of this process below these
   * settings.
   */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Log level of the API. Defaults to `info`. */
  logLevel?: string | undefined;
  /**
   * Returns the port at which the gateway reaches the API, or the API reaches the database or the provider: a proxy's, for tests of
   * faults.
   */
  via?: ((part: 'api' | 'database' | 'provider', port: number) => Promise<number>) | undefined;
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
  /** Address of the gateway, `http://localhost:4200`, or of the API if there is no gateway. */
  url: string;
  /** Absolute path of the data directory. */
  dataDir: string;
  /** Folder of the release store. */
  store: string;
  api: ManagedProcess;
  database: RunningPostgres;
  /** Address of the database for the superuser, for tests that write data directly. */
  databaseUrl: string;
  /** Absent with the real provider. */
  sandbox: Sandbox | undefined;
  /** True if the mail of the product is at `/mailbox`. */
  hasMailbox: boolean;
  /** Resolves with the reason when a part ends unexpectedly. The caller must still close the product. */
  failed: Promise<StartFailure>;
  /** Stops every part in reverse order. */
  close(): Promise<void>;
}
