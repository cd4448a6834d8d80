import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import type { RemoteBuild } from './remote.ts';

const PROGRAM = path.join(import.meta.dirname, `remote.worker${path.extname(import.meta.filename)}`);

/**
 * Builds the remote of the module in a process of its own, and again after each change. It has a low priority, so that the
 * harness shows a change first.
 *
 * @param dir absolute path of the module
 * @param out absolute path of the output folder
 * @param origin origin that serves the files, below `REMOTE_PATH`
 * @param onBuild receives the result of each build
 * @returns a function that ends the process
 */
export function startRemote(
  dir: string,
  out: string,
  origin: string,
  onBuild: (build: RemoteBuild) => void,
): () => Promise<void> {
  const child = fork(PROGRAM, [dir, out, origin]);
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  child.on('message', onBuild);
  const ended = once(child, 'exit').then(([code]: unknown[]) => {
    onBuild({
      problems: [`The build of the remote ended with ${String(code)}. Start the dev server again.`],
    });
  });
  return async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
}
