import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The workspace's root. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface CommandResult {
  ok: boolean;
  /** Standard output and error, in order of arrival. */
  output: string;
}

const running = new Set<number>();

/** Ends every running command and its child processes. */
export function endCommands(): void {
  for (const pid of running) {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // The process has already ended.
    }
  }
}

/**
 * Runs a command from the workspace's root in its own process group, with the workspace's binaries on PATH.
 * A command that cannot start resolves with `ok: false` and the reason as output.
 */
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
      // The output is collected before it is shown, so a command cannot detect the terminal itself.
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
