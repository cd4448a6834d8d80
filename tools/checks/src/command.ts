import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The workspace's root. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface CommandResult {
  ok: boolean;
  /** Standard output and error, in the order in which they came. */
  output: string;
}

const running = new Set<number>();

/** Ends every command that still runs, with all that it started. */
export function endCommands(): void {
  for (const pid of running) {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // It ended in the meantime.
    }
  }
}

/** Runs a command of the workspace (its binaries are on PATH) from the root, in a process group of its own. */
export async function run(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const binaries = path.join(ROOT, 'node_modules/.bin');
  const child = spawn(command, parameters, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${binaries}${path.delimiter}${process.env['PATH'] ?? ''}`,
      // What is shown is collected first: colours only where a person reads along.
      ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
      ...environment,
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { pid } = child;
  if (pid) running.add(pid);
  try {
    const [code] = await once(child, 'close');
    return { ok: code === 0, output: Buffer.concat(chunks).toString() };
  } catch (error) {
    return { ok: false, output: `${command}: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    if (pid) running.delete(pid);
  }
}
