import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startProduct, type Product } from '@dps/local-stack';
import { addressFor } from '@dps/local-stack/postgres/roles';
import type { ManagedProcess, ProcessOptions } from '@dps/local-stack/process/managed-process';
import { apiProcess, gatewayProcess, runApiCommand } from '@dps/local-stack/servers';
import { stripeScript, type Sandbox } from '@dps/payment-sandbox';
import { runCommand } from '@dps/release/command';
import { integrityOf } from '@dps/release/store/integrity';
import { newKey } from '@dps/release/store/release-key';
import { BUCKET, startBucket } from '@dps/release/store/testing/bucket';
import { paths } from '@dps/contract';
import * as balancers from './balancers.ts';
import { DatabaseFolder, DatabaseServer } from './databases.ts';
import { ROOT, say, type Workplace } from './workplace.ts';

/** The running product: two of each process, behind one balancer with TLS. */
export interface Production {
  /** `https://localhost:54321` */
  origin: string;
  certificates: balancers.Certificates;
  gateways: ManagedProcess[];
  apis: ManagedProcess[];
  balancer: ManagedProcess;
  primary: DatabaseServer;
  standby: DatabaseServer;
  /** Address of the database through the balancer, which follows the primary, for the superuser. */
  databaseUrl: string;
  sandbox: Sandbox;
  /** Environment of the release command. */
  releases: Record<string, string>;
  /** Migrates the database to a build of the API. Returns the output. */
  migrateTo(build: string): Promise<string>;
  /** Restarts a gateway or an API process as `deploy/rolling-restart.sh` does, optionally with other settings. */
  replace: (server: ManagedProcess, changes?: Partial<ProcessOptions>) => Promise<void>;
}

/** Runs the release command on the store of the environment. Throws its output after an error. */
export async function release(line: string, environment: Record<string, string>): Promise<void> {
  const output: string[] = [];
  const write = (text: string): void => void output.push(text);
  const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
  if (code !== 0) throw new Error(output.join('\n'));
}

async function startDatabases(workplace: Workplace): Promise<Pick<Production, 'primary' | 'standby'>> {
  const folder = new DatabaseFolder(workplace);
  const primary = await DatabaseServer.create(folder, 'database-1', workplace);
  const standby = await DatabaseServer.create(folder, 'database-2', workplace);
  await primary.initialise();
  await standby.follow(primary);
  await primary.awaitStandby();
  say('PostgreSQL runs with a synchronous standby');
  return { primary, standby };
}

/** Starts a bucket, and publishes the builds of the workspace to it, the shell's first. */
async function startReleases(workplace: Workplace) {
  const bucket = await startBucket();
  workplace.defer(() => bucket.close());
  const { key, pem } = newKey();
  const keyFile = join(workplace.folder, 'release-key.pem');
  writeFileSync(keyFile, pem, { mode: 0o600 });
  const RELEASE_STORE = `s3://${BUCKET}/production`;
  const releases = { ...bucket.environmentOf('publisher'), RELEASE_STORE, RELEASE_KEY_FILE: keyFile };
  const modules = globSync('mfe-*/module.json', { cwd: ROOT }).map((file) => dirname(file));
  for (const folder of ['shell', ...modules]) await release(`publish ${join(ROOT, folder)}`, releases);
  say('The releases are in the bucket');
  return { bucket, releases, publicKey: key.publicKey };
}

/** Starts the migrated database, the payment sandbox and the first API process with the settings of production. */
async function startApi(
  databaseUrl: string,
  { API_1, API_BIND }: Awaited<ReturnType<typeof balancers.freeAddresses>>,
  environment: Record<string, string>,
  workplace: Workplace,
): Promise<Product & { sandbox: Sandbox }> {
  const product = await startProduct({
    parts: 'api',
    dataDir: join(workplace.folder, 'product'),
    apiPort: balancers.portOf(API_1),
    databaseUrl: addressFor('dps_owner', databaseUrl),
    publicOrigin: environment['PUBLIC_ORIGIN'],
    logLevel: 'warn',
    environment: { ...environment, NODE_ENV: 'production', DATABASE_URL: addressFor('dps_api', databaseUrl) },
  });
  workplace.defer(() => product.close());
  const { sandbox } = product;
  if (!sandbox) throw new Error('The product has no payment sandbox');
  sandbox.configureWebhooks({ url: `http://${API_BIND}${paths.paymentWebhook()}` });
  return { ...product, sandbox };
}

/** Starts all parts with the settings of production on free loopback ports. */
export async function startProduction(workplace: Workplace): Promise<Production> {
  const { folder } = workplace;
  const addresses = await balancers.freeAddresses();
  const origin = `https://localhost:${balancers.portOf(addresses.HTTPS_BIND)}`;
  const { primary, standby } = await startDatabases(workplace);
  const databaseUrl = await balancers.startDatabaseBalancer([primary.url, standby.url], workplace);
  const { bucket, releases, publicKey } = await startReleases(workplace);
  const settings = {
    PUBLIC_ORIGIN: origin,
    // All users of the load have one address.
    RATE_LIMIT_FACTOR: '10000',
    OPEN_JOBS_PER_CLIENT: '1000000',
    ATTACHMENT_STORE: 's3',
    S3_BUCKET: BUCKET,
    ...bucket.environmentOf('api'),
  };
  const { api, sandbox } = await startApi(databaseUrl, addresses, settings, workplace);
  const { environment } = api.options;
  const logOf = (name: string) => ({ name, log: join(folder, `${name}.log`) });
  const second = { ...logOf('api-2'), port: balancers.portOf(addresses.API_2), environment };
  const apis = [api, await workplace.start(apiProcess(second))];

  const certificates = await balancers.Certificates.create(join(folder, 'certificate'));
  const balancer = await balancers.startWebBalancer(addresses, certificates.site, workplace);
  const gatewayEnvironment = {
    DEMO_DATA: 'true',
    PUBLIC_ORIGIN: origin,
    API_ORIGIN: `http://${addresses.API_BIND}`,
    TRUSTED_PROXIES: 'loopback',
    RELEASE_PUBLIC_KEYS: publicKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.keys.publishableKey,
    PAYMENT_SANDBOX_ORIGIN: sandbox.url,
    PAYMENT_SANDBOX_INTEGRITY: integrityOf(await stripeScript()),
    RELEASE_STORE: releases.RELEASE_STORE,
    ...bucket.environmentOf('gateway'),
  };
  const startGateway = (name: string, address: string) => {
    const own = { ...gatewayEnvironment, RELEASE_CACHE_DIR: join(folder, `${name}-cache`) };
    const options = { ...logOf(name), port: balancers.portOf(address), environment: own };
    return workplace.start(gatewayProcess(options));
  };
  const gateways = [
    await startGateway('gateway-1', addresses.GATEWAY_1),
    await startGateway('gateway-2', addresses.GATEWAY_2),
  ];
  say(`The product runs at ${origin}`);
  const nameOf = (server: ManagedProcess): string =>
    gateways.includes(server)
      ? `gateways/gateway-${gateways.indexOf(server) + 1}`
      : `apis/api-${apis.indexOf(server) + 1}`;
  return {
    origin,
    certificates,
    gateways,
    apis,
    balancer,
    primary,
    standby,
    databaseUrl,
    sandbox,
    releases,
    migrateTo: (build) =>
      runApiCommand('migrate', {
        environment: { ...environment, DATABASE_URL: addressFor('dps_owner', databaseUrl) },
        build,
      }),
    replace: (server, changes) => balancers.replaceBehind(addresses.admin, nameOf(server), server, changes),
  };
}
