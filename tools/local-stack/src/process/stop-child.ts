import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Ends a child process and waits until it is gone.
 *
 * @param signal asks it to end
 * @param graceMs how long it may take, in milliseconds, before SIGKILL ends it
 */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(force);
}
