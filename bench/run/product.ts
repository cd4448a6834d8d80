import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, type Product, type ProductOptions } from '@dps/local-stack';
import { freePort } from '@dps/local-stack/ports';
import { ManagedProcess } from '@dps/local-stack/process/managed-process';
import type { Teardown } from '@dps/local-stack/process/teardown';

/** The settings of production, without limits: a measurement sends the requests of thousands of users from one network. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  RATE_LIMIT_FACTOR: '10000',
  OPEN_JOBS_PER_CLIENT: '1000000',
};

/** Starts the product until the teardown. */
export function startMeasured(options: ProductOptions, teardown: Teardown): Promise<Product> {
  const starting = startProduct({ logLevel: 'warn', signal: teardown.signal, ...options });
  teardown.defer(async () => (await starting.catch(() => undefined))?.close());
  return starting;
}

/** Starts PostgreSQL and the API with the settings of production, its log included. */
export const startApi = (teardown: Teardown): Promise<Product> =>
  startMeasured(
    { parts: 'api', demoData: false, smtp: null, logLevel: 'info', environment: PRODUCTION },
    teardown,
  );

/** Starts a program of a measurement with exactly this environment. With `isServer`, it listens on the variable `PORT`. */
export async function startProgram(
  program: string,
  { isServer = false, environment = {} }: { isServer?: boolean; environment?: NodeJS.ProcessEnv },
  teardown: Teardown,
): Promise<ManagedProcess> {
  const port = String(await freePort());
  const started = new ManagedProcess({
    name: program,
    command: [process.execPath, join(import.meta.dirname, '..', program)],
    environment: { NODE_ENV: 'production', PORT: port, ...environment },
    isReady: isServer ? `http://127.0.0.1:${port}/api/health/ready` : async () => true,
    hasMessages: true,
  });
  teardown.defer(() => started.stop());
  await started.start();
  return started;
}

/** A product whose gateway has a process of its own. */
export interface SeparateProduct {
  url: string;
  databaseUrl: string;
  gateway: { url: string; pid: number };
  api: { url: string; pid: number };
}

/** Starts a product whose gateway does not share the process of the measurement. It does not send mail. */
export async function startSeparate(
  environment: Record<string, string>,
  teardown: Teardown,
): Promise<SeparateProduct> {
  const program = await startProgram('run/product-process.ts', {}, teardown);
  const options: ProductOptions = { demoData: false, overrideOrigins: [], smtp: null, environment };
  const product = await program.request<Omit<SeparateProduct, 'gateway'>>(options);
  return { ...product, gateway: { url: product.url, pid: program.pid } };
}

/** Returns the processor time that a process and all of its threads have used, in seconds. Linux counts hundredths. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the largest resident memory of a process since its start, in MB. */
export function peakMegabytes(pid: number): number {
  const [, kilobytes = 'NaN'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
