import { execFile, fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@dps/local-stack/ports';
import { addressFor, createRoles } from '@dps/local-stack/postgres/roles';
import { stopChild } from '@dps/local-stack/process/stop-child';
import { watchOver } from '@dps/local-stack/process/watchdog';
import { paths } from '@dps/contract';
import type { Teardown } from './measurement.ts';

const API = join(import.meta.dirname, '../api/dist');
const READY_WITHIN_MS = 60_000;
const END_WITHIN_MS = 20_000;
const POLL_MS = 50;

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  while (performance.now() < end && child.exitCode === null) {
    const response = await fetch(url + paths.ready()).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await delay(POLL_MS);
  }
  throw new Error(`A server did not start; build the API with "npm run build -w @dps/api" first: ${url}`);
}

/** Starts a program as a child process that ends with the measurement. */
export function startProcess(
  program: string,
  options: { environment: Record<string, string>; flags?: string[] },
  teardown: Teardown,
): ChildProcess {
  const child = fork(program, {
    env: options.environment,
    execArgv: options.flags ?? [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const unwatch = child.pid === undefined ? () => {} : watchOver({ pid: child.pid, signal: 'SIGTERM' });
  teardown.add(async () => {
    await stopChild(child, 'SIGTERM', END_WITHIN_MS);
    unwatch();
  });
  return child;
}

/** Sends a message and resolves with the child's next message, which must be a `T`. Rejects if the child ends. */
export function request<T>(child: ChildProcess, message: object | string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = () => reject(new Error('A process of the measurement has ended'));
  child.once('exit', fail);
  child.once('message', (response: T) => {
    child.off('exit', fail);
    resolve(response);
  });
  child.send(message);
  return promise;
}

/** A server on the loopback interface. */
export interface Server {
  url: string;
  child: ChildProcess;
  pid: number;
}

/** Starts a server with exactly this environment and a free port as `PORT` and `API_PORT`. */
export async function startServer(
  program: string,
  { environment, flags }: { environment: Record<string, string>; flags?: string[] },
  teardown: Teardown,
): Promise<Server> {
  const port = String(await freePort());
  const settings = { NODE_ENV: 'production', PORT: port, API_PORT: port, ...environment };
  const child = startProcess(program, { environment: settings, ...(flags && { flags }) }, teardown);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, child, pid: child.pid ?? 0 };
}

/** Starts the built API with the settings of production, its log included. */
export function startApi(
  {
    databaseUrl,
    flags,
    environment,
  }: { databaseUrl: string; flags?: string[]; environment?: Record<string, string> },
  teardown: Teardown,
): Promise<Server> {
  const settings = {
    DATABASE_URL: addressFor('dps_api', databaseUrl),
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    // A measurement sends the requests of thousands of users from few accounts and one network.
    RATE_LIMIT_FACTOR: '10000',
    OPEN_JOBS_PER_CLIENT: '1000000',
    ...environment,
  };
  return startServer(join(API, 'main.js'), { environment: settings, ...(flags && { flags }) }, teardown);
}

/** Creates the roles in a database, and applies the API's migrations to it. */
export async function migrate(databaseUrl: string): Promise<void> {
  await createRoles(databaseUrl);
  const env = { DATABASE_URL: addressFor('dps_owner', databaseUrl) };
  await promisify(execFile)(process.execPath, [join(API, 'cli/database.js'), 'migrate'], { env });
}
