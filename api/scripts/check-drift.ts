import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@dps/local-stack/postgres';

const COMMAND_FILE = join(import.meta.dirname, '../dist/cli/database.js');

/** Runs a built command on a database and shows its output. Returns false if it fails. */
function succeeds(command: string, databaseUrl: string): boolean {
  try {
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    execFileSync(process.execPath, [COMMAND_FILE, command], { env, stdio: 'inherit' });
    return true;
  } catch {
    return false;
  }
}

// An empty database, so that the result does not depend on local data.
const postgres = await startPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'dps-drift-')), ephemeral: true });
try {
  const agree = ['migrate', 'drift'].every((command) => succeeds(command, postgres.url));
  process.exitCode = agree ? 0 : 1;
} finally {
  await postgres.close();
}
