import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { paths } from '@dps/contract';
import { StartFailure } from '../failure.ts';
import { ManagedProcess, type ProcessOptions } from '../process/managed-process.ts';
import { lastLines, runToEnd } from '../process/run-to-end.ts';

const { resolve } = createRequire(import.meta.url);
const API_BUILD = join(dirname(resolve('@dps/api/package.json')), 'dist');
const GATEWAY_BUILD = join(dirname(resolve('@dps/gateway')), '../dist');
// Limits memory that the API would otherwise keep for garbage of past requests.
const API_FLAGS = ['--max-semi-space-size=8'];

interface CommandOptions {
  /** Environment variables of the API. */
  environment: NodeJS.ProcessEnv;
  /** Folder of another build of the API. */
  build?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Advice for a failure, in addition to the command's output. */
  advice?: string | undefined;
}

/**
 * Runs a database command of the API (`migrate`, `seed`). Returns its output.
 *
 * @throws StartFailure with the command's output and the advice when it fails, or when the API is not built
 */
export async function runApiCommand(
  name: string,
  { environment, build = API_BUILD, signal, advice }: CommandOptions,
): Promise<string> {
  const script = join(build, 'cli', 'database.js');
  if (!existsSync(script)) throw new StartFailure('The API is not built. Run: npm run build -w @dps/api');
  const env = { PATH: process.env['PATH'], ...environment };
  const { ok, output } = await runToEnd(process.execPath, [script, name], { cwd: build, env, signal });
  if (ok) return output;
  const lines = [`The database could not be prepared (${name}):`, lastLines(output), advice ?? []];
  throw new StartFailure(lines.flat().join('\n'));
}

interface ServerOptions extends Partial<ProcessOptions> {
  /** Port of the loopback interface. */
  port: number;
  environment: NodeJS.ProcessEnv;
}

/** Returns a process of the built API, which is not started. */
export function apiProcess({ port, environment, ...options }: ServerOptions): ManagedProcess {
  return new ManagedProcess({
    name: 'API',
    command: [process.execPath, ...API_FLAGS, join(API_BUILD, 'main.js')],
    cwd: API_BUILD,
    environment: { MALLOC_ARENA_MAX: '2', ...environment, API_PORT: String(port) },
    isReady: `http://127.0.0.1:${port}${paths.ready()}`,
    ...options,
  });
}

/** Returns a process of the built gateway, which is not started. Its public origin is its address by default. */
export function gatewayProcess({ port, environment, ...options }: ServerOptions): ManagedProcess {
  const url = `http://127.0.0.1:${port}`;
  return new ManagedProcess({
    name: 'gateway',
    command: [process.execPath, join(GATEWAY_BUILD, 'main.js')],
    environment: { NODE_ENV: 'production', PUBLIC_ORIGIN: url, ...environment, GATEWAY_PORT: String(port) },
    isReady: `${url}/registry.json`,
    ...options,
  });
}
