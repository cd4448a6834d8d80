import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Returns whether a child process has ended. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Signals a child process and the group that it leads. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasEnded(child)) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/**
 * Stops a child process and waits for its end.
 *
 * @param signal requests the end
 * @param graceMs milliseconds before SIGKILL
 */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  child.ref();
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(force);
}
