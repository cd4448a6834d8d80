import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { signalGroup } from './stop-child.ts';
import { watchOver } from './watchdog.ts';

const OUTPUT_LIMIT = 200_000;
const FORCE_AFTER_MS = 5_000;

export interface RunOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Ends the command when aborted. The promise then rejects with the reason. */
  signal?: AbortSignal | undefined;
  account?: { uid: number; gid: number } | undefined;
}

export interface Finished {
  ok: boolean;
  /** Both outputs, or the start error. Long outputs are cut at the beginning. */
  output: string;
}

/** Runs a command to its end. It leads a process group that ends with this process. */
export async function runToEnd(command: string, args: string[], options: RunOptions): Promise<Finished> {
  const { signal, account, cwd, env } = options;
  signal?.throwIfAborted();
  const detached = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'], ...account });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-OUTPUT_LIMIT)));
  let force: NodeJS.Timeout | undefined;
  const stop = (): void => {
    signalGroup(child, 'SIGTERM');
    force = setTimeout(() => signalGroup(child, 'SIGKILL'), FORCE_AFTER_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const unwatch =
    child.pid === undefined
      ? () => undefined
      : watchOver({ pid: child.pid, signal: 'SIGTERM', group: true, account });
  try {
    await once(child, 'close');
  } catch (error) {
    output = String(error);
  } finally {
    unwatch();
    clearTimeout(force);
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
  return { ok: child.exitCode === 0, output: output.trim() };
}

/** Returns the last lines of an output, for an error message. */
export function lastLines(text: string, count = 12): string {
  return text.trim().split('\n').slice(-count).join('\n');
}
