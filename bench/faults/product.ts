import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@dps/local-stack/ports';
import { startPostgres, type RunningPostgres } from '@dps/local-stack/postgres';
import { stopChild } from '@dps/local-stack/process/stop-child';
import { watchOver } from '@dps/local-stack/process/watchdog';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { newKey } from '@dps/release-store/release-key';
import { paths } from '@dps/shared-contracts';
import type { Teardown } from '../measurement.ts';
import { migrate } from '../server.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

const ROOT = join(import.meta.dirname, '../..');
const API = join(ROOT, 'api/dist/main.js');
const GATEWAY = join(ROOT, 'gateway/dist/main.js');
const END_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 60_000;
/** A cluster with its write-ahead log needs about half of it. */
const DISK_MEGABYTES = 400;

/** The links of the product, each through a proxy. */
export const LINKS = ['browser-gateway', 'gateway-api', 'api-database', 'api-provider'] as const;
export type Link = (typeof LINKS)[number];

/** A process of the product that can be killed and restarted at the same address. */
export class Server {
  private readonly program: string;
  private readonly environment: Record<string, string>;
  private readonly isReady: () => Promise<boolean>;
  private child: ChildProcess | undefined;

  constructor(program: string, environment: Record<string, string>, isReady: () => Promise<boolean>) {
    this.program = program;
    this.environment = environment;
    this.isReady = isReady;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts the process and waits until it is ready. */
  async start(extra: Record<string, string> = {}, flags: string[] = []): Promise<void> {
    const env = { PATH: process.env['PATH'] ?? '', ...this.environment, ...extra };
    const child = fork(this.program, { env, execArgv: flags, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.child = child;
    if (child.pid !== undefined) {
      const unwatch = watchOver({ pid: child.pid, signal: 'SIGTERM' });
      child.once('exit', unwatch);
    }
    const end = performance.now() + READY_WITHIN_MS;
    while (!(await this.isReady().catch(() => false))) {
      if (performance.now() > end || child.exitCode !== null)
        throw new Error(`${this.program} did not start`);
      await delay(50);
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    if (this.child) await stopChild(this.child, 'SIGTERM', END_WITHIN_MS);
  }
}

/** The product with a faulty link between each pair of its parts. */
export interface Product {
  /** Address of the gateway through the browser's link. */
  url: string;
  links: Readonly<Record<Link, FaultyProxy>>;
  api: Server;
  gateway: Server;
  sandbox: Sandbox;
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
  const [entry, toApi, toDatabase, toProvider] = await Promise.all(
    [gatewayPort, apiPort, databasePort, sandbox.port].map(startFaultyProxy),
  );
  if (!entry || !toApi || !toDatabase || !toProvider) throw new Error('The proxies did not start');
  const links = {
    'browser-gateway': entry,
    'gateway-api': toApi,
    'api-database': toDatabase,
    'api-provider': toProvider,
  };
  teardown.add(async () => void (await Promise.all(Object.values(links).map((link) => link.close()))));
  const throughProxy = new URL(postgres.url);
  throughProxy.port = String(toDatabase.port);
  const url = `http://127.0.0.1:${entry.port}`;
  const api = new Server(
    API,
    {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      API_PORT: String(apiPort),
      DATABASE_URL: throughProxy.href,
      PUBLIC_ORIGIN: url,
      STRIPE_SECRET_KEY: sandbox.keys.secretKey,
      STRIPE_WEBHOOK_SECRET: sandbox.keys.webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${toProvider.port}`,
      ALLOW_PAYMENT_SANDBOX: 'true',
      RATE_LIMIT_FACTOR: '10000',
      PAYMENT_SWEEP_EVERY_SECONDS: '2',
      PAYMENT_SWEEP_AFTER_SECONDS: '2',
    },
    () => isOk(`http://127.0.0.1:${apiPort}${paths.ready()}`),
  );
  const store = join(folder, 'releases');
  mkdirSync(store);
  const gateway = new Server(
    GATEWAY,
    {
      GATEWAY_PORT: String(gatewayPort),
      PUBLIC_ORIGIN: url,
      API_ORIGIN: `http://127.0.0.1:${toApi.port}`,
      RELEASE_STORE: store,
      RELEASE_PUBLIC_KEYS: newKey().key.publicKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.keys.publishableKey,
    },
    () => isOk(`http://127.0.0.1:${gatewayPort}/healthz`),
  );
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
