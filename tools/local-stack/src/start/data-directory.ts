import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, StartFailure, systemCodeOf } from '../failure.ts';
import { claimDirectory } from '../process/claim.ts';
import { DATA_PARTS } from '../product/data-layout.ts';

const MARK = 'drone-pilot-surveys.txt';
const MARK_TEXT = 'The local data of Drone Pilot Surveys: "npm start -- --fresh" deletes it.\n';

function refuseForeign(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  if (!statSync(dataDir).isDirectory())
    throw new StartFailure(`DATA_DIR cannot be used: ${dataDir} is a file, expected a directory.`);
  if (readdirSync(dataDir).length > 0 && !existsSync(join(dataDir, MARK)))
    throw new StartFailure(
      `DATA_DIR cannot be used: ${dataDir} has files of another program. Choose a new or an empty directory.`,
    );
}

/** Creates one level at a time, because Node's recursive mode never ends for some paths (/proc). */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
}

/**
 * Claims a data directory for this process.
 *
 * @param fresh true to delete the data of earlier starts, and nothing else
 * @returns a function that releases it
 * @throws StartFailure when it has other files, or another start uses it
 */
export function openDataDirectory(dataDir: string, fresh: boolean): () => void {
  refuseForeign(dataDir);
  try {
    makeDirectory(dataDir);
    writeFileSync(join(dataDir, MARK), MARK_TEXT);
  } catch (error) {
    throw new StartFailure(
      `DATA_DIR cannot be used: ${dataDir} cannot be written (${systemCodeOf(error) ?? messageOf(error)}). ` +
        'Choose another directory.',
    );
  }
  const release = claimDirectory(dataDir);
  if (fresh) for (const part of DATA_PARTS) rmSync(join(dataDir, part), { recursive: true, force: true });
  return release;
}
