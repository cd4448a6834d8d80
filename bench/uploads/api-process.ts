import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/shared-contracts';
import type { ProcessFigures } from './loop-delay.ts';

const API_FOLDER = join(import.meta.dirname, '../../api');
const READY_WITHIN_MS = 30_000;
const POLL_MS = 50;

export interface MeasuredApi {
  url: string;
  /** Since the last time, but for the peak memory. */
  figures(): Promise<ProcessFigures>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port is free');
  return address.port;
}

/** Starts a program of ours beside this one, which talks to it by messages. */
export function startBeside(program: string): ChildProcess {
  return fork(join(import.meta.dirname, program));
}

/** Sends a message and waits for the next one; the child is trusted to answer a `T`. Throws when it ends instead. */
export function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = () => reject(new Error('A process of the measurement has ended'));
  child.once('exit', fail);
  child.once('message', (answer: T) => {
    child.off('exit', fail);
    resolve(answer);
  });
  child.send(message);
  return promise;
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null)
      throw new Error('The API ended while it started: build it, then look at its settings');
    const ready = await fetch(url + paths.ready()).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(POLL_MS);
  }
  throw new Error('The API did not become ready in time');
}

/** Migrates the database and starts the built API on it, as production does. */
export async function startMeasuredApi(environment: Record<string, string>): Promise<MeasuredApi> {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    API_PORT: String(port),
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    ...environment,
  };
  execFileSync(process.execPath, [join(API_FOLDER, 'dist/cli/migrate.js')], { env, stdio: 'ignore' });
  const child = fork(join(API_FOLDER, 'dist/main.js'), {
    env,
    execArgv: ['--max-semi-space-size=8', '--import', join(import.meta.dirname, 'loop-delay.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child);
  } catch (error) {
    await endChild(child);
    throw error;
  }
  return { url, figures: () => ask<ProcessFigures>(child, 'figures'), close: () => endChild(child) };
}
