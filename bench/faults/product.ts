import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@dps/local-stack';
import { freePort } from '@dps/local-stack/ports';
import { startPostgres, type RunningPostgres } from '@dps/local-stack/postgres';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { PRODUCTION, startMeasured } from '../run/product.ts';
import { startFaultyProxy, type FaultyProxy, type LinkFault } from './faulty-proxy.ts';

/** A cluster with its write-ahead log needs about half of it. */
const DISK_MEGABYTES = 400;

/** The links of the product, each through a proxy. */
export const LINKS = ['browser-gateway', 'gateway-api', 'api-database', 'api-provider'] as const;
export type Link = (typeof LINKS)[number];

/** The product with a faulty link between each pair of its parts. */
export interface FaultyProduct extends Pick<Product, 'api' | 'databaseUrl'> {
  sandbox: NonNullable<Product['sandbox']>;
  /** Address of the gateway through the browser's link. */
  url: string;
  /** Applies a fault to a link; null heals it. */
  setFault: (link: Link, fault: LinkFault | null) => void;
  stopDatabase: () => Promise<void>;
  killDatabase: () => Promise<void>;
  startDatabase: () => Promise<void>;
  /** Fills the disk of PostgreSQL and frees it again; null where the program may not mount a small disk. */
  disk: { fill: () => void; free: () => Promise<void> } | null;
}

/** Mounts a small disk in memory. Returns false without the right to do so. */
function mountSmallDisk(folder: string, teardown: Teardown): boolean {
  mkdirSync(folder);
  const disk = ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=0755`, 'tmpfs', folder];
  try {
    execFileSync('mount', disk, { stdio: 'ignore' });
  } catch {
    return false;
  }
  teardown.defer(async () => void execFileSync('umount', ['--lazy', folder]));
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
  teardown.defer(async () => database?.close());
  const links = new Map<Link, FaultyProxy>();
  teardown.defer(async () => void (await Promise.all([...links.values()].map((proxy) => proxy.close()))));
  const link = async (name: Link, port: number): Promise<number> => {
    const proxy = await startFaultyProxy(port);
    links.set(name, proxy);
    return proxy.port;
  };
  const port = await freePort();
  const url = `http://127.0.0.1:${await link('browser-gateway', port)}`;
  const environment = { ...PRODUCTION, PAYMENT_SWEEP_AFTER_SECONDS: '2' };
  const product = await startMeasured(
    {
      dataDir,
      port,
      publicOrigin: url,
      demoData: false,
      smtp: null,
      logLevel: 'fatal',
      environment,
      via: (part, direct) => link(part === 'api' ? 'gateway-api' : `api-${part}`, direct),
    },
    teardown,
  );
  const { api, databaseUrl, sandbox } = product;
  if (!sandbox) throw new Error('The product has no payment sandbox');
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
  const free = async () => {
    rmSync(filler);
    if (hasDatabase) return;
    await stopDatabase();
    await startDatabase();
  };
  return {
    url,
    api,
    databaseUrl,
    sandbox,
    setFault: (name, fault) => links.get(name)?.set(fault),
    stopDatabase,
    killDatabase: async () => {
      process.kill(postmaster(), 'SIGKILL');
      await database?.ended;
      await stopDatabase();
    },
    startDatabase,
    disk: hasOwnDisk ? { fill: () => fillDisk(filler), free } : null,
  };
}
