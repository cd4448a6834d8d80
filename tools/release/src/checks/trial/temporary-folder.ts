import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeAtEnd } from '@dps/local-stack/process/watchdog';

/**
 * Creates a folder for all temporary files of this process and of the browsers that it starts. If the process is killed, the
 * folder is removed within 20 seconds.
 *
 * @returns removes the folder
 */
export async function openTemporaryFolder(): Promise<{ folder: string; close: () => Promise<void> }> {
  const before = process.env['TMPDIR'];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dps-smoke-'));
  const cancel = removeAtEnd(folder);
  process.env['TMPDIR'] = folder;
  return {
    folder,
    close: async () => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      cancel();
    },
  };
}
