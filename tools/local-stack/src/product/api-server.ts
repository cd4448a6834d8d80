import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import { StartFailure } from '../failure.ts';
import { lastLines, runToEnd } from '../process/run-to-end.ts';
import { hasEnded, stopChild } from '../process/stop-child.ts';
import { watchOver } from '../process/watchdog.ts';

const API_FOLDER = dirname(createRequire(import.meta.url).resolve('@dps/api/package.json'));
// Limits memory that the API would otherwise keep for garbage of past requests.
const API_FLAGS = ['--max-semi-space-size=8'];
const API_MEMORY = { MALLOC_ARENA_MAX: '2' };
const READY_WITHIN_MS = 60_000;
const POLL_MS = 40;
const STOP_GRACE_MS = 5_000;

interface ApiOptions {
  /** Environment variables of the API. */
  environment: Record<string, string>;
  signal?: AbortSignal | undefined;
}

interface CommandOptions extends ApiOptions {
  /** Advice for a failure, in addition to the command's output. */
  advice?: string | undefined;
}

/**
 * Runs a database command of the API (`migrate`, `seed`).
 *
 * @throws StartFailure with the command's output and the advice when it fails, or when the API is not built
 */
export async function runApiCommand(
  name: string,
  { environment, signal, advice }: CommandOptions,
): Promise<void> {
  const script = join(API_FOLDER, 'dist', 'cli', 'database.js');
  if (!existsSync(script)) throw new StartFailure('The API is not built. Run: npm run build -w @dps/api');
  const { ok, output } = await runToEnd(process.execPath, [script, name], {
    cwd: API_FOLDER,
    env: { ...process.env, ...environment },
    signal,
  });
  if (ok) return;
  const lines = [`The database could not be prepared (${name}):`, lastLines(output), advice ?? []];
  throw new StartFailure(lines.flat().join('\n'));
}

async function answersReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(address + paths.ready(), { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'));
  return openSync(file, 'w', 0o600);
}

export interface RunningApi {
  /** Resolves with the cause when the API ends for any reason. */
  ended: Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the API and waits until it is ready.
 *
 * @param address address of its listener: `http://127.0.0.1:4201`
 * @param log path of its log file; the previous log is kept next to it
 * @throws StartFailure with the end of its log when it ends early or does not become ready
 */
export async function startApi(address: string, log: string, options: ApiOptions): Promise<RunningApi> {
  const output = openLog(log);
  const child = spawn(process.execPath, [...API_FLAGS, join(API_FOLDER, 'dist', 'main.js')], {
    cwd: API_FOLDER,
    env: { ...process.env, ...API_MEMORY, ...options.environment },
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const unwatch =
    child.pid === undefined ? () => undefined : watchOver({ pid: child.pid, signal: 'SIGTERM', group: true });
  const close = async (): Promise<void> => {
    unwatch();
    await stopChild(child, 'SIGTERM', STOP_GRACE_MS);
  };
  const failure = (what: string): StartFailure =>
    new StartFailure(`${what} Its log (${log}) ends with:\n${lastLines(readFileSync(log, 'utf8'))}`);
  try {
    const start = performance.now();
    while (!(await answersReady(address))) {
      options.signal?.throwIfAborted();
      if (child.pid === undefined || hasEnded(child))
        throw failure(`The API ended during its start (${await ended}).`);
      if (performance.now() - start > READY_WITHIN_MS) throw failure('The API did not become ready in time.');
      await delay(POLL_MS);
    }
    return { ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}
