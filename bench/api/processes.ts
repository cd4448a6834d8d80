import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stopChild } from '@dps/local-stack/process/stop-child';
import { watchOver } from '@dps/local-stack/process/watchdog';
import { paths } from '@dps/shared-contracts';
import type { Teardown } from './teardown.ts';

const API = join(import.meta.dirname, '../../api/dist/main.js');
const BASELINE = join(import.meta.dirname, 'baseline.ts');
const READY_WITHIN_MS = 60_000;
const END_WITHIN_MS = 20_000;
const POLL_MS = 50;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port is free');
  return address.port;
}

async function untilServing(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(POLL_MS);
  }
  throw new Error(`A server did not start; build the API with "npm run build -w @dps/api" first: ${url}`);
}

/** Starts a server with this environment and nothing of the own one; answers its address on the loopback interface. */
async function startServer(
  program: string,
  environment: (port: string) => Record<string, string>,
  teardown: Teardown,
): Promise<string> {
  const port = await freePort();
  const child = fork(program, {
    env: environment(String(port)),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const unwatch = child.pid === undefined ? () => {} : watchOver({ pid: child.pid, signal: 'SIGTERM' });
  teardown.add(async () => {
    await stopChild(child, 'SIGTERM', END_WITHIN_MS);
    unwatch();
  });
  const url = `http://127.0.0.1:${port}`;
  await untilServing(url + paths.ready(), child);
  return url;
}

/** The built API as in production, its log included. */
export function startApi(databaseUrl: string, teardown: Teardown): Promise<string> {
  const environment = (port: string) => ({
    NODE_ENV: 'production',
    API_PORT: port,
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  });
  return startServer(API, environment, teardown);
}

export function startBaseline(databaseUrl: string, teardown: Teardown): Promise<string> {
  const environment = (port: string) => ({ NODE_ENV: 'production', PORT: port, DATABASE_URL: databaseUrl });
  return startServer(BASELINE, environment, teardown);
}
