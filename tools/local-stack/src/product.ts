import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, StartFailure } from './failure.ts';
import type { ManagedProcess } from './process/managed-process.ts';
import { apiProcess, runApiCommand } from './product/servers.ts';
import { startFrontend } from './product/frontend.ts';
import { planOf, type Plan, type Services } from './product/plan.ts';
import { openDatabase } from './product/database.ts';
import { openMail } from './product/mail.ts';
import { openPayments } from './product/payments.ts';
import { publishWorkspace, type StoredReleases } from './product/publish-workspace.ts';
import type { Product, ProductOptions } from './product/product-options.ts';
import { allStarted, Startup } from './product/startup.ts';

export { StartFailure } from './failure.ts';
export type { Product, ProductOptions } from './product/product-options.ts';

const API_FINISH_WITHIN_MS = 5_000;

const EMPTY_DATABASE = 'To delete the local data and start with an empty database: npm start -- --fresh';

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

/** Starts the process of the API. */
async function startApi(
  { apiPort: port, layout, signal }: Plan,
  environment: NodeJS.ProcessEnv,
): Promise<{ server: ManagedProcess; close(): Promise<void> }> {
  const stopWithinMs = API_FINISH_WITHIN_MS;
  const server = apiProcess({ port, environment, log: newLog(layout.logs), stopWithinMs, signal });
  await server.start();
  return { server, close: () => server.stop() };
}

/** Migrates the database and starts the API. Writes the demo data during the start. */
async function startMigrated(startup: Startup, plan: Plan, services: Services): Promise<ManagedProcess> {
  const { demoData, databaseUrl, signal } = plan;
  const environment = environmentOf(plan, services);
  const advice = databaseUrl === undefined ? EMPTY_DATABASE : undefined;
  const asOwner = { ...environment, DATABASE_URL: services.database.ownerUrl };
  await startup.step('Migrations', () => runApiCommand('migrate', { environment: asOwner, signal, advice }));
  const seed = demoData && startup.step('Demo data', () => runApiCommand('seed', { environment, signal }));
  const [{ server }] = await allStarted([startup.part('API', () => startApi(plan, environment)), seed]);
  return server;
}

/** Starts the parts that the API calls, and, after the build, the API. */
async function startServices(
  startup: Startup,
  plan: Plan,
  built: Promise<void>,
): Promise<Services & Pick<Product, 'api'>> {
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
  return { ...services, api: await startMigrated(startup, plan, services) };
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
  const [releases, { api, ...services }] = await allStarted([publish(), startServices(startup, plan, built)]);
  if (parts !== 'api') await startFrontend(startup, plan, releases, services);
  const { database, payments, mail } = services;
  return {
    url: parts === 'api' ? plan.api : `http://localhost:${port}`,
    dataDir,
    store: releases.store,
    api,
    database,
    databaseUrl: database.url,
    sandbox: payments.sandbox,
    hasMailbox: mail.mailbox !== undefined,
    failed: Promise.race([
      database.ended.then(() => new StartFailure('PostgreSQL ended unexpectedly.')),
      api
        .ended()
        .then(
          (cause) =>
            new StartFailure(`The API ended unexpectedly (${cause}). Its log: ${layout.logs}/api.log`),
        ),
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
