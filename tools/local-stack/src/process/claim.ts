import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure, systemCodeOf } from '../failure.ts';
import { isAlive, startOf } from './process-identity.ts';

const CLAIM_FILE = 'owner';

function liveOwner(file: string): number | undefined {
  const [pid, started] = readFileSync(file, 'utf8').split('\n');
  const id = Number(pid);
  return Number.isInteger(id) && id > 0 && isAlive(id) && startOf(id) === started ? id : undefined;
}

/**
 * Makes this process the only owner of a directory, until it releases the directory or ends.
 *
 * @param directory an existing directory
 * @returns a function that releases the directory
 * @throws StartFailure when a living process owns it
 */
export function claimDirectory(directory: string): () => void {
  const file = join(directory, CLAIM_FILE);
  const claim = (): void =>
    writeFileSync(file, `${process.pid}\n${startOf(process.pid)}\n`, { flag: 'wx', mode: 0o644 });
  try {
    claim();
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    const owner = liveOwner(file);
    if (owner !== undefined)
      throw new StartFailure(
        `${directory} is in use by process ${owner}. Stop that process first, or choose another directory (DATA_DIR).`,
      );
    rmSync(file, { force: true });
    claim();
  }
  return () => rmSync(file, { force: true });
}
