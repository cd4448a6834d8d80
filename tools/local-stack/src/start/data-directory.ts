import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, StackFailure, systemCodeOf } from '../failure.ts';
import { claimDirectory } from '../process/claim.ts';
import { DATA_PARTS } from '../stack/data-layout.ts';

const MARK = 'drone-pilot-surveys.txt';
const MARK_TEXT = 'The local data of Drone Pilot Surveys: "npm start -- --fresh" deletes it.\n';

function refuseForeign(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  if (!statSync(dataDir).isDirectory())
    throw new StackFailure(`DATA_DIR cannot be used: ${dataDir} is a file, expected a directory.`);
  if (readdirSync(dataDir).length > 0 && !existsSync(join(dataDir, MARK)))
    throw new StackFailure(
      `DATA_DIR cannot be used: ${dataDir} holds files of something else. Choose a new or an empty directory.`,
    );
}

/** One level after the other: for some places (/proc) Node's own way of making all of them never ends. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
}

/**
 * Makes a directory the data directory of this process alone.
 *
 * @param fresh true to delete what earlier starts have made in it, and only that
 * @returns a function that gives it free
 * @throws StackFailure when it belongs to something else, or another start uses it
 */
export function openDataDirectory(dataDir: string, fresh: boolean): () => void {
  refuseForeign(dataDir);
  try {
    makeDirectory(dataDir);
    writeFileSync(join(dataDir, MARK), MARK_TEXT);
  } catch (error) {
    throw new StackFailure(
      `DATA_DIR cannot be used: ${dataDir} cannot be written (${systemCodeOf(error) ?? messageOf(error)}). ` +
        'Choose another directory.',
    );
  }
  const release = claimDirectory(dataDir);
  if (fresh) for (const part of DATA_PARTS) rmSync(join(dataDir, part), { recursive: true, force: true });
  return release;
}
