import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { startGateway, type RunningGateway } from '@dps/gateway';
import { ADDRESS_FILE } from '@dps/release-store/release-store';
import { FolderStore } from '@dps/release-store/folder-store';
import { startReleaseService, type RunningReleaseService } from '@dps/release-commands/release-service';
import { DEMO_ACCOUNTS } from '@dps/contract';
import { messageOf, StartFailure } from './failure.ts';
import { freePort } from './ports.ts';
import { runApiCommand, startApi, type RunningApi } from './product/api-server.ts';
import { dataLayout } from './product/data-layout.ts';
import { openDatabase, type Database } from './product/database.ts';
import { openMail, type Mail } from './product/mail.ts';
import { openPayments, type Payments } from './product/payments.ts';
import { publishWorkspace } from './product/publish-workspace.ts';
import type { Product, ProductOptions, StoredReleases } from './product/product-options.ts';
import { allStarted, Startup } from './product/startup.ts';

export { StartFailure } from './failure.ts';
export type { Product, ProductOptions } from './product/product-options.ts';

/** Grace period for active requests when the product stops. */
const FINISH_WITHIN_MS = 2_000;

const EMPTY_DATABASE = 'To delete the local data and start with an empty database: npm start -- --fresh';

/** Origins at which `npm run dev` serves modules, on any port. */
const LOCAL_DEV_SERVERS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The options with their defaults. */
interface Plan extends ProductOptions {
  layout: ReturnType<typeof dataLayout>;
  port: number;
  demoData: boolean;
  publicOrigin: string;
  /** True without a public origin. */
  isLocal: boolean;
  overrideOrigins: readonly string[];
  /** `http://127.0.0.1:4201` */
  api: string;
  warn: (line: string) => void;
}

async function planOf(options: ProductOptions): Promise<Plan> {
  const port = options.port ?? (await freePort());
  const apiPort = options.apiPort ?? (await freePort());
  const demoData = options.demoData ?? true;
  const isLocal = options.publicOrigin === undefined;
  return {
    ...options,
    port,
    layout: dataLayout(resolve(options.dataDir)),
    demoData,
    isLocal,
    publicOrigin: options.publicOrigin ?? `http://localhost:${port}`,
    overrideOrigins: options.overrideOrigins ?? (isLocal ? LOCAL_DEV_SERVERS : []),
    api: `http://127.0.0.1:${apiPort}`,
    warn: options.onWarning ?? (() => undefined),
  };
}

/** The parts that the API calls. */
interface Services {
  database: Database;
  payments: Payments;
  mail: Mail;
}

function environmentOf(plan: Plan, { database, payments, mail }: Services): Record<string, string> {
  return {
    NODE_ENV: 'development',
    LOG_LEVEL: plan.logLevel ?? 'info',
    API_PORT: new URL(plan.api).port,
    PUBLIC_ORIGIN: plan.publicOrigin,
    // The API's only proxy is the gateway, on this machine. An inherited value names the proxies of the gateway.
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: database.apiUrl,
    DEMO_DATA: String(plan.demoData),
    ...(plan.metricsPort !== undefined && { METRICS_PORT: String(plan.metricsPort) }),
    ...payments.environment,
    ...mail.environment,
    ...plan.environment,
  };
}

/** Migrates the database and starts the API. Writes the demo data during the start. */
async function startMigrated(
  startup: Startup,
  { api, layout, demoData, databaseUrl }: Plan,
  environment: Record<string, string>,
  ownerUrl: string,
): Promise<RunningApi> {
  const { signal } = startup;
  const advice = databaseUrl === undefined ? EMPTY_DATABASE : undefined;
  await startup.step('Migrations', () =>
    runApiCommand('migrate', { environment: { ...environment, DATABASE_URL: ownerUrl }, signal, advice }),
  );
  const log = join(layout.logs, 'api.log');
  const [server] = await allStarted([
    startup.part('API', () => startApi(api, log, { environment, signal })),
    demoData ? startup.step('Demo data', () => runApiCommand('seed', { environment, signal })) : undefined,
  ]);
  return server;
}

/** Starts the parts that the API calls, and, after the build, the API. */
async function startServices(
  startup: Startup,
  plan: Plan,
  built: Promise<void>,
): Promise<Services & { server: RunningApi }> {
  const { layout, databaseUrl, ephemeral = false, stripe, smtp, isLocal, api, warn } = plan;
  const { signal } = startup;
  const reporter = (part: string) => (error: unknown) => warn(`${part}: ${messageOf(error)}`);
  const [database, payments, mail] = await allStarted([
    startup.part('Database', () =>
      openDatabase({ databaseUrl, dataDir: layout.postgres, ephemeral, signal }),
    ),
    startup.part('Payments', () =>
      openPayments({ stripe, stateFile: layout.payments, api, onError: reporter('Payment sandbox') }),
    ),
    startup.part('Mail', () =>
      openMail({ smtp, isLocal, folder: layout.mailbox, onError: reporter('Mailbox') }),
    ),
  ]);
  await built;
  const environment = environmentOf(plan, { database, payments, mail });
  const server = await startMigrated(startup, plan, environment, database.ownerUrl);
  return { database, payments, mail, server };
}

/** Returns the ids of the users who see the page `/releases`. */
async function releaseViewersOf(
  { releaseViewers, isLocal, demoData }: Plan,
  { url }: Database,
): Promise<readonly number[]> {
  if (releaseViewers !== undefined || !isLocal || !demoData) return releaseViewers ?? [];
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const names = DEMO_ACCOUNTS.map(({ username }) => username);
    const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE username = ANY($1)', [
      names,
    ]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Starts the service of the page `/releases`. It reads the metrics of the API if there are any. */
function openReleaseService(
  { api, port, publicOrigin, metricsPort, warn }: Plan,
  { store, keys }: StoredReleases,
  viewers: readonly number[],
): Promise<RunningReleaseService> {
  return startReleaseService(
    {
      context: {
        store: new FolderStore(store),
        keys,
        trustUnsigned: false,
        products: { urls: [`http://127.0.0.1:${port}`], areRequired: true, withinMs: 0 },
        notice: warn,
      },
      viewers,
      api,
      publicOrigin,
      metrics: metricsPort === undefined ? [] : [`http://127.0.0.1:${metricsPort}/metrics`],
      log: (line) => warn(`Release service: ${line}`),
    },
    { host: '127.0.0.1', port: 0 },
  );
}

async function openGateway(
  plan: Plan,
  { payments, mail }: Pick<Services, 'payments' | 'mail'>,
  { store: folder, keys }: StoredReleases,
  releaseService: string | undefined,
): Promise<RunningGateway> {
  const store = new FolderStore(folder);
  const gateway = await startGateway(
    {
      store,
      cacheFolder: plan.layout.gateway,
      releaseKeys: keys,
      deployment: {
        demoAccounts: plan.demoData ? DEMO_ACCOUNTS : [],
        payments: payments.deployment,
        ...(plan.overrideOrigins.length > 0 && { overrides: { origins: plan.overrideOrigins } }),
      },
      // As for overrides, a product that others reach is no place to try releases.
      ...(plan.overrideOrigins.length > 0 && { testers: 'any' }),
      publicOrigin: plan.publicOrigin,
      trustedProxies: plan.trustedProxies,
      ...(plan.allowedHosts && { allowedHosts: plan.allowedHosts }),
      api: plan.api,
      releaseService,
      paymentSandbox: payments.sandbox?.url,
      mailbox: mail.mailbox,
      log: plan.warn,
    },
    { host: '127.0.0.1', port: plan.port, finishWithinMs: FINISH_WITHIN_MS },
  );
  const close = async () => {
    try {
      await store.removeFile(ADDRESS_FILE);
    } finally {
      await gateway.close();
    }
  };
  try {
    // The release command waits until this product serves its changes.
    await store.replaceFile(ADDRESS_FILE, gateway.url);
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return { ...gateway, close };
}

/** Addresses for tests, and the failure of a part. */
type Parts = Pick<Product, 'databaseUrl' | 'failed' | 'hasMailbox' | 'sandbox'>;

async function startParts(startup: Startup, plan: Plan): Promise<Parts> {
  const { layout, warn } = plan;
  mkdirSync(layout.logs, { recursive: true });
  const built = plan.build ? startup.step('Build', plan.build) : Promise.resolve();
  const publish = async () => {
    await built;
    const publishing = () => publishWorkspace(layout, warn, plan.omittedPackages);
    return plan.releases ?? startup.step('Published modules', publishing);
  };
  const [releases, { database, payments, mail, server }] = await allStarted([
    publish(),
    startServices(startup, plan, built),
  ]);
  const viewers = await releaseViewersOf(plan, database);
  const service =
    viewers.length > 0
      ? await startup.part('Release service', () => openReleaseService(plan, releases, viewers))
      : undefined;
  await startup.part('Gateway', () => openGateway(plan, { payments, mail }, releases, service?.url));
  const failures = [
    database.ended.then(() => new StartFailure('PostgreSQL ended unexpectedly.')),
    server.ended.then(
      (cause) => new StartFailure(`The API ended unexpectedly (${cause}). Its log: ${layout.logs}/api.log`),
    ),
  ];
  return {
    databaseUrl: database.url,
    sandbox: payments.sandbox,
    hasMailbox: mail.mailbox !== undefined,
    failed: Promise.race(failures),
  };
}

/**
 * Starts all parts of the product on the loopback interface, from the builds of the workspace. Parts that do not need each other
 * start side by side.
 *
 * @throws StartFailure when a part does not start, after all other parts are stopped
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const startup = new Startup(options);
  const plan = await planOf(options);
  try {
    const parts = await startParts(startup, plan);
    return {
      url: `http://localhost:${plan.port}`,
      ...parts,
      close: () => startup.stopAll(),
    };
  } catch (error) {
    // Report the first failure, not failures of the cleanup.
    await startup.stopAll().catch(() => undefined);
    throw error;
  }
}
