import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@dps/local-stack/ports';
import { startPostgres, type RunningPostgres } from '@dps/local-stack/postgres';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { openStore } from '@dps/release-store/open-store';
import { newKey } from '@dps/release-store/release-key';
import { BUCKET, startBucket } from '@dps/release-store/testing/bucket';
import { paths, type ShellRelease } from '@dps/contract';
import type { Teardown } from '../measurement.ts';
import { migrate } from '../server.ts';
import { CACHE_BYTES, publishShell } from './page-loads.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

const ROOT = join(import.meta.dirname, '../..');
const API = join(ROOT, 'api/dist/main.js');
const GATEWAY = join(ROOT, 'gateway/dist/main.js');
/** A cluster with its write-ahead log needs about half of it. */
const DISK_MEGABYTES = 400;

/** The links of the product, each through a proxy. */
export const LINKS = [
  'browser-gateway',
  'gateway-api',
  'gateway-store',
  'api-database',
  'api-provider',
] as const;
export type Link = (typeof LINKS)[number];

/** The product with a faulty link between each pair of its parts. */
export interface Product {
  /** Address of the gateway through the browser's link. */
  url: string;
  links: Readonly<Record<Link, FaultyProxy>>;
  api: ManagedProcess;
  gateway: ManagedProcess;
  sandbox: Sandbox;
  /** The shell in the release store. */
  shell: ShellRelease;
  /** Direct address of the database, for the comparison. */
  databaseUrl: string;
  stopDatabase: () => Promise<void>;
  killDatabase: () => Promise<void>;
  startDatabase: () => Promise<void>;
  /** Fills the disk of PostgreSQL and frees it again; null where the program may not mount a small disk. */
  disk: { fill: () => void; free: () => Promise<void> } | null;
}

/** Mounts a small disk in memory. Returns false without the right to do so. */
function mountSmallDisk(folder: string, teardown: Teardown): boolean {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return false;
  }
  teardown.add(async () => void execFileSync('umount', ['--lazy', folder]));
  return true;
}

/** Writes a file until the disk is full. */
function fillDisk(file: string): void {
  const block = Buffer.alloc(1_048_576);
  try {
    for (let written = 0; written < DISK_MEGABYTES; written += 1) appendFileSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

const isOk = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await response.body?.cancel();
  return response.ok;
};

/** Starts the product on the loopback interface. */
export async function startProduct(teardown: Teardown): Promise<Product> {
  const folder = teardown.temporaryFolder();
  const dataDir = join(folder, 'postgres');
  const hasOwnDisk = mountSmallDisk(dataDir, teardown);
  // Not ephemeral: an acknowledged write must survive a crash.
  let postgres: RunningPostgres = await startPostgres({ dataDir });
  teardown.add(() => postgres.close());
  await migrate(postgres.url);
  const databasePort = Number(new URL(postgres.url).port);
  const [apiPort, gatewayPort] = [await freePort(), await freePort()];
  const sandbox = await startSandbox({ webhookUrl: `http://127.0.0.1:${apiPort}${paths.paymentWebhook()}` });
  teardown.add(() => sandbox.close());
  const bucket = await startBucket();
  teardown.add(() => bucket.close());
  const bucketPort = Number(new URL(bucket.environment['S3_ENDPOINT'] ?? '').port);
  const [entry, toApi, toStore, toDatabase, toProvider] = await Promise.all(
    [gatewayPort, apiPort, bucketPort, databasePort, sandbox.port].map(startFaultyProxy),
  );
  if (!entry || !toApi || !toStore || !toDatabase || !toProvider)
    throw new Error('The proxies did not start');
  const links = {
    'browser-gateway': entry,
    'gateway-api': toApi,
    'gateway-store': toStore,
    'api-database': toDatabase,
    'api-provider': toProvider,
  };
  teardown.add(async () => void (await Promise.all(Object.values(links).map((link) => link.close()))));
  const throughProxy = new URL(postgres.url);
  throughProxy.port = String(toDatabase.port);
  const url = `http://127.0.0.1:${entry.port}`;
  const api = new ManagedProcess({
    name: 'API',
    command: [process.execPath, API],
    environment: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      API_PORT: String(apiPort),
      DATABASE_URL: addressFor('dps_api', throughProxy.href),
      PUBLIC_ORIGIN: url,
      STRIPE_SECRET_KEY: sandbox.keys.secretKey,
      STRIPE_WEBHOOK_SECRET: sandbox.keys.webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${toProvider.port}`,
      ALLOW_PAYMENT_SANDBOX: 'true',
      RATE_LIMIT_FACTOR: '10000',
      OPEN_JOBS_PER_CLIENT: '1000000',
      PAYMENT_SWEEP_EVERY_SECONDS: '2',
      PAYMENT_SWEEP_AFTER_SECONDS: '2',
    },
    log: join(folder, 'api.log'),
    isReady: () => isOk(`http://127.0.0.1:${apiPort}${paths.ready()}`),
  });
  const { key } = newKey();
  const releaseStore = `s3://${BUCKET}/faults`;
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = bucket.environment;
  const settings = { endpoint, accessKeyId, secretAccessKey, region: 'us-east-1', pathStyle: true };
  const shell = await publishShell(await openStore(releaseStore, settings), key);
  const gateway = new ManagedProcess({
    name: 'gateway',
    command: [process.execPath, GATEWAY],
    environment: {
      GATEWAY_PORT: String(gatewayPort),
      PUBLIC_ORIGIN: url,
      API_ORIGIN: `http://127.0.0.1:${toApi.port}`,
      ...bucket.environment,
      S3_ENDPOINT: `http://127.0.0.1:${toStore.port}`,
      RELEASE_STORE: releaseStore,
      RELEASE_CACHE_DIR: join(folder, 'cache'),
      RELEASE_CACHE_BYTES: String(CACHE_BYTES),
      RELEASE_PUBLIC_KEYS: key.publicKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.keys.publishableKey,
    },
    log: join(folder, 'gateway.log'),
    isReady: () => isOk(`http://127.0.0.1:${gatewayPort}/healthz`),
  });
  for (const server of [api, gateway]) teardown.add(() => server.stop());
  await Promise.all([api.start(), gateway.start()]);
  let hasDatabase = true;
  const startDatabase = async (): Promise<void> => {
    postgres = await startPostgres({ dataDir, port: databasePort });
    hasDatabase = true;
    void postgres.ended.then(() => (hasDatabase = false));
  };
  void postgres.ended.then(() => (hasDatabase = false));
  const filler = join(dataDir, 'filler');
  const postmaster = (): number =>
    Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url,
    links,
    api,
    gateway,
    sandbox,
    shell,
    databaseUrl: postgres.url,
    stopDatabase: () => postgres.close(),
    killDatabase: async () => {
      process.kill(postmaster(), 'SIGKILL');
      await postgres.ended;
      await postgres.close();
    },
    startDatabase,
    disk: hasOwnDisk
      ? {
          fill: () => fillDisk(filler),
          free: async () => {
            rmSync(filler);
            if (hasDatabase) return;
            await postgres.close();
            await startDatabase();
          },
        }
      : null,
  };
}
