import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@dps/local-stack';
import { freePort } from '@dps/local-stack/ports';
import { startPostgres, type RunningPostgres } from '@dps/local-stack/postgres';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';
import type { ShellRelease } from '@dps/contract';
import { startGateway } from '../gateway/start.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { startMeasured } from '../server.ts';
import { startFaultyProxy, type FaultyProxy, type LinkFault } from './faulty-proxy.ts';
import { CACHE_BYTES } from './page-loads.ts';

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
export interface FaultyProduct extends Pick<Product, 'api' | 'databaseUrl'> {
  sandbox: NonNullable<Product['sandbox']>;
  /** Address of the gateway through the browser's link. */
  url: string;
  /** Applies a fault to a link; null heals it. */
  setFault: (link: Link, fault: LinkFault | null) => void;
  gateway: ManagedProcess;
  /** The shell in the release store. */
  shell: ShellRelease;
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

/** Starts the product on the loopback interface. */
export async function startFaultyProduct(teardown: Teardown): Promise<FaultyProduct> {
  const dataDir = teardown.temporaryFolder();
  const cluster = join(dataDir, 'postgres');
  const hasOwnDisk = mountSmallDisk(cluster, teardown);
  let database: RunningPostgres | undefined;
  teardown.add(async () => database?.close());
  const links = new Map<Link, FaultyProxy>();
  teardown.add(async () => void (await Promise.all([...links.values()].map((proxy) => proxy.close()))));
  const link = async (name: Link, port: number): Promise<number> => {
    const proxy = await startFaultyProxy(port);
    links.set(name, proxy);
    return proxy.port;
  };
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${await link('browser-gateway', port)}`;
  const product = await startMeasured(
    {
      dataDir,
      parts: 'api',
      demoData: false,
      publicOrigin: url,
      apiPort,
      logLevel: 'fatal',
      environment: {
        NODE_ENV: 'production',
        RATE_LIMIT_FACTOR: '10000',
        OPEN_JOBS_PER_CLIENT: '1000000',
        PAYMENT_SWEEP_AFTER_SECONDS: '2',
      },
      via: (part, direct) => link(`api-${part}`, direct),
    },
    teardown,
  );
  const { api, databaseUrl, sandbox } = product;
  if (!sandbox) throw new Error('The product has no payment sandbox');
  const { gateway, shell } = await startGateway(
    `http://127.0.0.1:${await link('gateway-api', apiPort)}`,
    teardown,
    {
      port,
      environment: { PUBLIC_ORIGIN: url, RELEASE_CACHE_BYTES: String(CACHE_BYTES) },
      via: (direct) => link('gateway-store', direct),
    },
  );
  let hasDatabase = true;
  const useDatabase = (started: RunningPostgres): void => {
    database = started;
    hasDatabase = true;
    void started.ended.then(() => (hasDatabase = false));
  };
  useDatabase(product.database);
  const stopDatabase = async (): Promise<void> => database?.close();
  const startDatabase = async (): Promise<void> =>
    useDatabase(await startPostgres({ dataDir: cluster, port: Number(new URL(databaseUrl).port) }));
  const filler = join(cluster, 'filler');
  const postmaster = (): number =>
    Number(readFileSync(join(cluster, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url,
    api,
    databaseUrl,
    sandbox,
    setFault: (name, fault) => links.get(name)?.set(fault),
    gateway,
    shell,
    stopDatabase,
    killDatabase: async () => {
      process.kill(postmaster(), 'SIGKILL');
      await database?.ended;
      await stopDatabase();
    },
    startDatabase,
    disk: hasOwnDisk
      ? {
          fill: () => fillDisk(filler),
          free: async () => {
            rmSync(filler);
            if (hasDatabase) return;
            await stopDatabase();
            await startDatabase();
          },
        }
      : null,
  };
}
