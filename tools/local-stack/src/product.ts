import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { startGateway, type RunningGateway } from '@dps/gateway';
import { ADDRESS_FILE } from '@dps/release-store/release-store';
import { FolderStore } from '@dps/release-store/folder-store';
import { startReleaseService, type RunningReleaseService } from '@dps/release-commands/release-service';
import { DEMO_ACCOUNTS } from '@dps/contract';
import { messageOf, StartFailure } from './failure.ts';
import { freePort } from './ports.ts';
import type { ManagedProcess } from './process/managed-process.ts';
import { removeAtEnd } from './process/watchdog.ts';
import { apiProcess, runApiCommand } from './product/servers.ts';
import { dataLayout } from './product/data-layout.ts';
import { openDatabase, type Database } from './product/database.ts';
import { openMail, type Mail } from './product/mail.ts';
import { openPayments, type Payments } from './product/payments.ts';
import { publishWorkspace, type StoredReleases } from './product/publish-workspace.ts';
import type { Product, ProductOptions } from './product/product-options.ts';
import { allStarted, Startup } from './product/startup.ts';

export { StartFailure } from './failure.ts';
export type { Product, ProductOptions } from './product/product-options.ts';

/** Grace period for active requests when the product stops. */
const FINISH_WITHIN_MS = 2_000;
const API_FINISH_WITHIN_MS = 5_000;

const EMPTY_DATABASE = 'To delete the local data and start with an empty database: npm start -- --fresh';

/** Origins at which `npm run dev` serves modules, on any port. */
const LOCAL_DEV_SERVERS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The options with their defaults. */
interface Plan extends ProductOptions {
  dataDir: string;
  layout: ReturnType<typeof dataLayout>;
  port: number;
  apiPort: number;
  /** Ports of further API processes. */
  otherPorts: number[];
  demoData: boolean;
  ephemeral: boolean;
  publicOrigin: string;
  /** True without a public origin. */
  isLocal: boolean;
  overrideOrigins: readonly string[];
  /** `http://127.0.0.1:4201` */
  api: string;
  via: NonNullable<ProductOptions['via']>;
  warn: (line: string) => void;
}

/** Returns the data directory. If none is given, creates a temporary one, which is removed when the product or this process ends. */
async function dataDirectory(startup: Startup, given: string | undefined): Promise<string> {
  if (given !== undefined) return resolve(given);
  const folder = mkdtempSync(join(tmpdir(), 'dps-product-'));
  const cancelRemoval = removeAtEnd(folder);
  const close = async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    cancelRemoval();
  };
  await startup.part('Data directory', () => ({ close }));
  return folder;
}

async function planOf(startup: Startup, options: ProductOptions): Promise<Plan> {
  const { apiProcesses = 1, publicOrigin, parts } = options;
  const dataDir = await dataDirectory(startup, options.dataDir);
  const apiPort = options.apiPort ?? (await freePort());
  const otherPorts: number[] = [];
  while (otherPorts.length + 1 < apiProcesses) otherPorts.push(await freePort());
  const port = parts === 'api' ? apiPort : (options.port ?? (await freePort()));
  const isLocal = publicOrigin === undefined;
  return {
    ...options,
    dataDir,
    ephemeral: options.ephemeral ?? options.dataDir === undefined,
    port,
    apiPort,
    otherPorts,
    layout: dataLayout(dataDir),
    demoData: options.demoData ?? true,
    isLocal,
    publicOrigin: publicOrigin ?? `http://localhost:${port}`,
    overrideOrigins: options.overrideOrigins ?? (isLocal ? LOCAL_DEV_SERVERS : []),
    api: `http://127.0.0.1:${apiPort}`,
    via: options.via ?? (async (_part, direct) => direct),
    warn: options.onWarning ?? (() => undefined),
  };
}

/** The parts that the API calls. */
interface Services {
  database: Database;
  payments: Payments;
  mail: Mail;
}

type Servers = Pick<Product, 'api' | 'apis'>;

/** Variables of this process that do not change the product. */
const { TMPDIR, NODE_COMPILE_CACHE } = process.env;

const environmentOf = (plan: Plan, { database, payments, mail }: Services): NodeJS.ProcessEnv => ({
  ...(plan.environment ? { TMPDIR, NODE_COMPILE_CACHE } : process.env),
  NODE_ENV: 'development',
  LOG_LEVEL: plan.logLevel ?? 'info',
  PUBLIC_ORIGIN: plan.publicOrigin,
  // The API's only proxy is the gateway, on this machine. An inherited value names the proxies of the gateway.
  TRUSTED_PROXIES: 'loopback',
  DATABASE_URL: database.apiUrl,
  DEMO_DATA: String(plan.demoData),
  ...(plan.metricsPort !== undefined && { METRICS_PORT: String(plan.metricsPort) }),
  ...payments.environment,
  ...mail.environment,
  ...plan.environment,
});

/** Returns the log file of the API. Keeps the log of the previous start next to it. */
function newLog(logs: string): string {
  const file = join(logs, 'api.log');
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'));
  return file;
}

/** Starts a process of the API. */
async function startApi(
  port: number,
  { measured, signal }: Plan,
  settings: { environment: NodeJS.ProcessEnv; log: string | undefined },
): Promise<{ server: ManagedProcess; close(): Promise<void> }> {
  const messages = { flags: measured?.flags, hasMessages: measured !== undefined };
  const stopWithinMs = API_FINISH_WITHIN_MS;
  const server = apiProcess({ port, ...settings, stopWithinMs, signal, ...messages });
  await server.start();
  return { server, close: () => server.stop() };
}

/** Migrates the database and starts the API. Writes the demo data during the start. */
async function startMigrated(startup: Startup, plan: Plan, services: Services): Promise<Servers> {
  const { apiPort, otherPorts, demoData, databaseUrl, signal, measured, layout } = plan;
  const environment = environmentOf(plan, services);
  const advice = databaseUrl === undefined ? EMPTY_DATABASE : undefined;
  const asOwner = { ...environment, DATABASE_URL: services.database.ownerUrl };
  await startup.step('Migrations', () => runApiCommand('migrate', { environment: asOwner, signal, advice }));
  const seed = demoData && startup.step('Demo data', () => runApiCommand('seed', { environment, signal }));
  const settings = { environment, log: measured ? undefined : newLog(layout.logs) };
  const start = (port: number) => startup.part('API', () => startApi(port, plan, settings));
  const [{ server: api }, , ...others] = await allStarted([start(apiPort), seed, ...otherPorts.map(start)]);
  return { api, apis: [api, ...others.map(({ server }) => server)] };
}

/** Starts the parts that the API calls, and, after the build, the API. */
async function startServices(
  startup: Startup,
  plan: Plan,
  built: Promise<void>,
): Promise<Services & Servers> {
  const { layout, databaseUrl, ephemeral, stripe, smtp, isLocal, api, warn, signal } = plan;
  const reporter = (part: string) => (error: unknown) => warn(`${part}: ${messageOf(error)}`);
  const via = (part: 'database' | 'provider') => (port: number) => plan.via(part, port);
  const [database, payments, mail] = await allStarted([
    startup.part('Database', () =>
      openDatabase({ databaseUrl, dataDir: layout.postgres, ephemeral, via: via('database'), signal }),
    ),
    startup.part('Payments', () => {
      const onError = reporter('Payment sandbox');
      return openPayments({ stripe, stateFile: layout.payments, api, via: via('provider'), onError });
    }),
    startup.part('Mail', () =>
      openMail({ smtp, isLocal, folder: layout.mailbox, onError: reporter('Mailbox') }),
    ),
  ]);
  await built;
  const services = { database, payments, mail };
  return { ...services, ...(await startMigrated(startup, plan, services)) };
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

/** Starts the gateway and what it serves: the releases, and the service of the page `/releases`. */
async function startFrontend(
  startup: Startup,
  plan: Plan,
  releases: StoredReleases,
  services: Services,
): Promise<void> {
  const viewers = await releaseViewersOf(plan, services.database);
  const service =
    viewers.length > 0
      ? await startup.part('Release service', () => openReleaseService(plan, releases, viewers))
      : undefined;
  await startup.part('Gateway', () => openGateway(plan, services, releases, service?.url));
}

async function startParts(startup: Startup, plan: Plan): Promise<Omit<Product, 'close'>> {
  const { layout, warn, parts, port, dataDir } = plan;
  mkdirSync(layout.logs, { recursive: true });
  const built = plan.build ? startup.step('Build', plan.build) : Promise.resolve();
  const publish = async (): Promise<StoredReleases> => {
    await built;
    if (parts === 'api' || plan.releases) return { store: layout.store, keys: [], ...plan.releases };
    return startup.step('Published modules', () => publishWorkspace(layout, warn, plan.omittedPackages));
  };
  const [releases, { api, apis, ...services }] = await allStarted([
    publish(),
    startServices(startup, plan, built),
  ]);
  if (parts !== 'api') await startFrontend(startup, plan, releases, services);
  const { database, payments, mail } = services;
  const endOf = (server: ManagedProcess) =>
    server
      .ended()
      .then(
        (cause) => new StartFailure(`The API ended unexpectedly (${cause}). Its log: ${layout.logs}/api.log`),
      );
  return {
    url: parts === 'api' ? plan.api : `http://localhost:${port}`,
    dataDir,
    store: releases.store,
    api,
    apis,
    database,
    databaseUrl: database.url,
    sandbox: payments.sandbox,
    hasMailbox: mail.mailbox !== undefined,
    failed: Promise.race([
      database.ended.then(() => new StartFailure('PostgreSQL ended unexpectedly.')),
      ...apis.map(endOf),
    ]),
  };
}

/**
 * Starts all parts of the product on the loopback interface, from the builds of the workspace. Parts that do not need each other
 * start side by side.
 *
 * @throws StartFailure when a part does not start, after all other parts are stopped
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const startup = new Startup(options);
  try {
    const parts = await startParts(startup, await planOf(startup, options));
    return { ...parts, close: () => startup.stopAll() };
  } catch (error) {
    // Report the first failure, not failures of the cleanup.
    await startup.stopAll().catch(() => undefined);
    throw error;
  }
}
